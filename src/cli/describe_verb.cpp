// SPDX-License-Identifier: BSD-3-Clause
#include "cli/describe_verb.h"

#include <functional>
#include <iostream>
#include <memory>

#include "cache/replacement.h"
#include "cli/describe_protocol.h"
#include "cli/describe_stats.h"
#include "cli/listing.h"
#include "config/describe.h"
#include "config/nearest.h"
#include "config/type.h"
#include "directory/sharer_scheme.h"
#include "network/network.h"
#include "system/config.h"
#include "trace/importer.h"
#include "trace/synthetic.h"
#include "workload/workload.h"

namespace cdrsim {
namespace {

struct Options {
  std::string topic, name;
  bool markdown = false, json = false;

  Format format() const { return json ? Format::json : markdown ? Format::markdown : Format::text; }
};

struct Topic {
  std::string name, help;
  std::function<std::string(const Options&)> describe;
};

std::string describe_config(const Options& o) {
  switch (o.format()) {
    case Format::json:
      return config::describe_json(config_schema());
    case Format::markdown:
      return config::describe_markdown(config_schema());
    case Format::text:
      return config::describe_text(config_schema());
  }
  throw InternalError("a format of no kind");
}

std::string describe_one_protocol(const Options& o) {
  if (o.name.empty()) throw UserError("describe protocol: which one? `cdrsim describe protocols` lists them");
  const auto& registry = Registry<ProtocolFactory>::instance();
  const auto& factory = registry.get(o.name, "protocol");
  const std::string tables = print(describe_protocol(*factory(EvictNotice::exclusive)), o.format());
  if (o.format() != Format::markdown) return tables;
  return "# " + o.name + "\n\n" + registry.find(o.name)->help +
         ". With `protocol.evict_notice = \"exclusive\"`.\nMade by `cdrsim describe protocol " + o.name +
         " --markdown`.\n\n" + tables;
}

/// What is registered under a type, one line each.
template <class T>
Topic registry(const std::string& name, const std::string& help) {
  return {name, help, [help](const Options& o) {
            Listing listing{help, {"name", "help"}, {}};
            for (const config::Choice& c : config::registered<T>()) listing.rows.push_back({c.name, c.help});
            return print(listing, o.format());
          }};
}

const std::vector<Topic>& topics() {
  static const std::vector<Topic> all{
      {"config", "every key of a configuration", &describe_config},
      {"stats", "every statistic of result.json, and what must add up",
       [](const Options& o) { return print(describe_stats(), o.format()); }},
      registry<ProtocolFactory>("protocols", "coherence protocols (protocol.name)"),
      {"protocol", "the tables of one protocol: describe protocol NAME", &describe_one_protocol},
      registry<SharerSchemeFactory>("directories", "sharer schemes (directory.sharers)"),
      registry<SharerSchemeFactory>("sharers", "sharer schemes (directory.sharers)"),
      registry<NetworkFactory>("networks", "network models (network.model)"),
      registry<ReplacementFactory>("replacements", "replacement policies (l1.replacement and the like)"),
      registry<PlacementPolicy>("placements", "placement policies (workload.N.placement)"),
      registry<PatternFactory>("patterns", "synthetic patterns (workload.N.synthetic)"),
      registry<Importer>("importers", "formats of `cdrsim trace import --format`"),
  };
  return all;
}

void describe(const Options& o) {
  std::vector<std::string> names;
  std::string list;
  for (const Topic& t : topics()) {
    if (t.name == o.topic) {
      if (!o.name.empty() && o.topic != "protocol") throw UserError("describe " + o.topic + ": takes no name");
      std::cout << t.describe(o);
      return;
    }
    names.push_back(t.name);
    list += "\n  " + t.name + std::string(14 - t.name.size(), ' ') + t.help;
  }
  const std::string meant = config::nearest(o.topic, names);
  if (o.topic.empty()) throw UserError("describe: TOPIC is required. Topics:" + list);
  throw UserError("describe: unknown topic \"" + o.topic + "\"" +
                  (meant.empty() ? "" : "; did you mean \"" + meant + "\"?") + " Topics:" + list);
}

}  // namespace

void add_describe_verb(CLI::App& app) {
  CLI::App* verb =
      app.add_subcommand("describe", "Print everything that is declared: keys, statistics, protocols, ...");
  auto options = std::make_shared<Options>();
  std::string list = "one of:";
  for (const Topic& t : topics()) list += " " + t.name;
  verb->add_option("TOPIC", options->topic, list);
  verb->add_option("NAME", options->name, "of the protocol");
  auto* markdown = verb->add_flag("--markdown", options->markdown, "as Markdown");
  verb->add_flag("--json", options->json, "as JSON")->excludes(markdown);
  verb->callback([options] { describe(*options); });
}

}  // namespace cdrsim
