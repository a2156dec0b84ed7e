// SPDX-License-Identifier: BSD-3-Clause
#include "cli/trace_verb.h"

#include <CLI/CLI.hpp>
#include <cinttypes>
#include <cstdio>
#include <functional>
#include <iostream>

#include "base/error.h"
#include "base/registry.h"
#include "cli/command_line.h"
#include "cli/profile_verb.h"
#include "trace/file_error.h"
#include "trace/importer.h"
#include "trace/synthetic.h"
#include "trace/text_format.h"
#include "trace/trace.h"
#include "trace/trace_check.h"

namespace cdrsim {
namespace {

template <class T>
std::string listed() {
  std::string text;
  for (const std::string& name : Registry<T>::instance().names())
    text += "\n  " + name + ": " + Registry<T>::instance().find(name)->help;
  return text;
}

/// One line of counts, for import and synth.
void print_summary(const std::string& path, const TraceInfo& info) {
  std::printf("%s: %" PRIu32 " threads, %" PRIu64 " references, %" PRIu64 " records\n", path.c_str(), info.threads,
              info.references(), info.records);
}

void print_description(const std::string& description) {
  std::string line = "  ";
  for (char c : description) {
    if (c == '\n') {
      std::printf("%s\n", line.c_str());
      line = "  ";
    } else {
      line += static_cast<unsigned char>(c) < ' ' || c == 0x7f ? '?' : c;
    }
  }
  if (line != "  ") std::printf("%s\n", line.c_str());
}

void print_info(const std::string& path) {
  const auto trace = Trace::open(path);
  const TraceInfo& i = trace->info();
  std::uint64_t shortest = i.thread_references[0], longest = shortest;
  for (std::uint64_t n : i.thread_references) {
    shortest = std::min(shortest, n);
    longest = std::max(longest, n);
  }
  std::printf("file          %s\n", path.c_str());
  std::printf("bytes         %" PRIu64 " (%.2f per record)\n", i.file_bytes,
              static_cast<double>(i.file_bytes) / static_cast<double>(i.records));
  std::printf("checksum      %08" PRIx32 "\n", i.checksum);
  std::printf("global order  %s\n", i.global_order ? "yes" : "no");
  std::printf("threads       %" PRIu32 "\n", i.threads);
  std::printf("records       %" PRIu64 "\n", i.records);
  std::printf("references    %" PRIu64 " (%" PRIu64 " to %" PRIu64 " per thread)\n", i.references(), shortest, longest);
  std::printf("  reads       %" PRIu64 "\n  writes      %" PRIu64 "\n  atomics     %" PRIu64 "\n", i.reads, i.writes,
              i.atomics);
  std::printf("barriers      %" PRIu64 " arrivals\n", i.barriers);
  std::printf("locks         %" PRIu64 " acquired, %" PRIu64 " released\n", i.locks, i.unlocks);
  std::printf("max address   0x%" PRIx64 "\n", i.max_address);
  if (!i.description.empty()) std::printf("description\n");
  print_description(i.description);
}

/// Checks every file before it complains about any.
void check_files(const std::vector<std::string>& paths) {
  std::string errors;
  for (const std::string& path : paths) {
    try {
      const auto trace = Trace::open(path);
      const auto warnings = check_trace(*trace);
      std::printf("ok %s: %" PRIu64 " records of %" PRIu32 " threads\n", path.c_str(), trace->info().records,
                  trace->info().threads);
      for (const std::string& warning : warnings) std::printf("warning: %s: %s\n", path.c_str(), warning.c_str());
    } catch (const UserError& error) {
      errors += (errors.empty() ? "" : "\n") + std::string(error.what());
    }
  }
  if (!errors.empty()) throw UserError(errors);
}

struct Arguments {
  std::string in, out, format = "text";
  std::vector<std::string> files;
  ImportOptions import;
  DumpOptions dump;
  SyntheticSpec synthetic;
};

void declare_import(CLI::App& app, Arguments& a, std::function<void()>& action) {
  CLI::App* verb = app.add_subcommand("import", "converts a trace of another format");
  verb->add_option("--format", a.format, "what IN is:" + listed<Importer>())->required();
  verb->add_option("IN", a.in, "the file to convert, plain or gzip'd")->required();
  verb->add_option("OUT", a.out, "the native trace to write (.cdrt)")->required();
  verb->add_option("--limit-references", a.import.limit_references,
                   "keep the beginning only: N references of all threads together; arrivals at barriers and locks that "
                   "are unfinished then are left out")
      ->check(CLI::Range(std::uint64_t{1}, std::numeric_limits<std::uint64_t>::max(), "N"));
  verb->callback([&] { action = [&] { print_summary(a.out, import_trace(a.format, a.in, a.out, a.import)); }; });
}

void declare_synth(CLI::App& app, Arguments& a, std::function<void()>& action) {
  CLI::App* verb = app.add_subcommand("synth", "writes a synthetic trace");
  SyntheticSpec& s = a.synthetic;
  verb->add_option("PATTERN", s.pattern, "one of:" + listed<PatternFactory>())->required();
  verb->add_option("OUT", a.out, "the native trace to write (.cdrt)")->required();
  const auto bytes = CLI::AsSizeValue(false);
  verb->add_option("--threads", s.threads, "threads")->capture_default_str();
  verb->add_option("--references", s.references, "references of each thread")->capture_default_str();
  verb->add_option("--seed", s.seed, "of all random choices")->capture_default_str();
  verb->add_option("--private-bytes", s.private_bytes, "each thread's own region, e.g. 64KiB")
      ->transform(bytes)
      ->capture_default_str();
  verb->add_option("--shared-bytes", s.shared_bytes, "the region of all threads, e.g. 1MiB")
      ->transform(bytes)
      ->capture_default_str();
  verb->add_option("--shared-fraction", s.shared_fraction, "of the references, 0 to 1")->capture_default_str();
  verb->add_option("--write-fraction", s.write_fraction, "of the references, 0 to 1")->capture_default_str();
  verb->add_option("--gap", s.gap, "instructions before each reference")->capture_default_str();
  verb->callback([&] { action = [&] { print_summary(a.out, write_trace(*make_synthetic(s), a.out)); }; });
}

void declare_readers(CLI::App& app, Arguments& a, std::function<void()>& action) {
  CLI::App* info = app.add_subcommand("info", "prints what a trace holds");
  info->add_option("FILE", a.in, "a native trace")->required();
  info->callback([&] { action = [&] { print_info(a.in); }; });

  CLI::App* dump = app.add_subcommand("dump", "prints a trace as text, which import --format text reads back");
  dump->add_option("FILE", a.in, "a native trace")->required();
  dump->add_option("--thread", a.dump.thread, "only this thread");
  dump->add_option("--limit", a.dump.limit, "only so many records");
  dump->callback([&] { action = [&] { dump_trace(*Trace::open(a.in), a.dump, std::cout); }; });

  CLI::App* check = app.add_subcommand("check", "reads every byte of traces and says what is wrong or odd");
  check->add_option("FILE", a.files, "native traces")->required();
  check->callback([&] { action = [&] { check_files(a.files); }; });
}

}  // namespace

int trace_verb(int argc, char** argv) {
  CLI::App app("Trace files: converts, inspects, validates, generates, profiles them.", "cdrsim trace");
  app.require_subcommand(1);
  Arguments arguments;
  std::function<void()> action;
  declare_import(app, arguments, action);
  declare_readers(app, arguments, action);
  declare_synth(app, arguments, action);
  declare_profile(app, action);
  std::string known;
  for (const CLI::App* verb : app.get_subcommands([](CLI::App*) { return true; }))
    known += (known.empty() ? "" : ", ") + verb->get_name();
  if (argc > 1 && argv[1][0] != '-' && (", " + known + ",").find(" " + std::string(argv[1]) + ",") == std::string::npos)
    throw UserError("trace: there is no " + quoted(argv[1]) + "; known: " + known);
  try {
    parse(app, argc, argv);
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    throw UserError(std::string("trace: ") + error.what() + "; see `cdrsim trace --help`");
  }
  action();
  std::fflush(stdout);
  if (std::ferror(stdout)) throw UserError("cannot write to the standard output");
  return 0;
}

}  // namespace cdrsim
