// SPDX-License-Identifier: BSD-3-Clause
#include "verify/litmus_program.h"

#include <algorithm>
#include <cctype>

#include "base/error.h"

namespace cdrsim::verify {
namespace {

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  std::string part;
  const auto end_part = [&] {
    const std::size_t first = part.find_first_not_of(' '), last = part.find_last_not_of(' ');
    if (first != part.npos) parts.push_back(part.substr(first, last - first + 1));
    part.clear();
  };
  for (char c : text) {
    if (c == separator)
      end_part();
    else
      part += c;
  }
  end_part();
  return parts;
}

[[noreturn]] void wrong(const std::string& text) {
  throw UserError("litmus program: \"" + text + "\" is none of x=1, r0=x, x+=1, r0=x+=1, mf");
}

bool is_number(const std::string& s) {
  return !s.empty() && s.size() < 3 && std::all_of(s.begin(), s.end(), [](unsigned char c) { return std::isdigit(c); });
}
bool is_register(const std::string& s) {
  return s.size() > 1 && s[0] == 'r' && is_number(s.substr(1));
}
bool is_variable(const std::string& s) {
  return s.size() == 1 && std::islower(static_cast<unsigned char>(s[0]));
}
std::uint8_t number(const std::string& s) {
  return static_cast<std::uint8_t>(std::stoul(s));
}

class Parser {
 public:
  LitmusProgram program;

  LitmusOp op(const std::string& text) {
    LitmusOp op;
    if (text == "mf") return op;
    const std::size_t plus = text.find("+="), equals = text.find('=');
    if (equals == text.npos) wrong(text);
    if (plus != text.npos) {
      op.kind = LitmusOp::Kind::atomic;
      std::string target = text.substr(0, plus);
      if (equals < plus) {
        op.destination = destination(target.substr(0, equals), text);
        target = target.substr(equals + 1);
      }
      op.variable = variable(target, text);
      op.value = value(text.substr(plus + 2), text);
      return op;
    }
    const std::string left = text.substr(0, equals), right = text.substr(equals + 1);
    if (is_register(left)) {
      op.kind = LitmusOp::Kind::load;
      op.destination = destination(left, text);
      op.variable = variable(right, text);
    } else {
      op.kind = LitmusOp::Kind::store;
      op.variable = variable(left, text);
      op.value = value(right, text);
    }
    return op;
  }

 private:
  std::uint8_t variable(const std::string& name, const std::string& text) {
    if (!is_variable(name)) wrong(text);
    const auto at = std::find(program.variables.begin(), program.variables.end(), name);
    const auto index = static_cast<std::uint8_t>(at - program.variables.begin());
    if (at == program.variables.end()) program.variables.push_back(name);
    return index;
  }
  std::uint8_t destination(const std::string& name, const std::string& text) {
    if (!is_register(name)) wrong(text);
    const std::uint8_t index = number(name.substr(1));
    program.registers = std::max<std::uint32_t>(program.registers, index + 1u);
    return index;
  }
  static std::uint8_t value(const std::string& digits, const std::string& text) {
    if (!is_number(digits)) wrong(text);
    return number(digits);
  }
};

}  // namespace

LitmusProgram parse_program(std::string_view text) {
  Parser parser;
  for (const std::string& thread : split(text, '|')) {
    parser.program.threads.emplace_back();
    for (const std::string& op : split(thread, ';')) parser.program.threads.back().push_back(parser.op(op));
  }
  return parser.program;
}

Condition parse_condition(const LitmusProgram& p, std::string_view text) {
  Condition condition;
  for (const std::string& part : split(text, ' ')) {
    const std::size_t equals = part.find('=');
    const std::string name = part.substr(0, equals), value = equals == part.npos ? "" : part.substr(equals + 1);
    const auto variable = std::find(p.variables.begin(), p.variables.end(), name);
    const bool known = is_register(name) ? number(name.substr(1)) < p.registers : variable != p.variables.end();
    if (!is_number(value) || !known)
      throw UserError("litmus condition: \"" + part + "\" is not a register or variable of the program and its value");
    const std::size_t at = is_register(name) ? number(name.substr(1))
                                             : p.registers + static_cast<std::size_t>(variable - p.variables.begin());
    condition.demands.emplace_back(at, number(value));
  }
  return condition;
}

bool holds(const Condition& condition, const Outcome& outcome) {
  return std::all_of(condition.demands.begin(), condition.demands.end(),
                     [&](const auto& d) { return outcome[d.first] == d.second; });
}

std::string outcome_text(const LitmusProgram& p, const Outcome& outcome) {
  std::string s;
  for (std::size_t i = 0; i < outcome.size(); ++i)
    s += (i ? " " : "") + (i < p.registers ? "r" + std::to_string(i) : p.variables[i - p.registers]) + "=" +
         std::to_string(outcome[i]);
  return s;
}

const std::vector<LitmusTest>& litmus_tests() {
  constexpr Verdict no = Verdict::forbidden, yes = Verdict::allowed;
  static const std::vector<LitmusTest> tests = {
      // One variable: coherence.
      {"CoRR", "x=1 | r0=x; r1=x", "r0=1 r1=0", no, no},
      {"CoWW", "x=1; x=2 | r0=x", "x=1", no, no},
      {"CoRW1", "r0=x; x=1 | r1=x", "r0=1", no, no},
      {"CoRW2", "r0=x; x=2 | x=1", "r0=1 x=1", no, no},
      {"CoWR", "x=1; r0=x | x=2", "r0=2 x=1", no, no},
      {"CoWR0", "x=1; r0=x | r1=x", "r0=0", no, no},
      {"n4", "r0=x; x=1 | r1=x; x=2", "r0=2 r1=1", no, no},
      {"n5", "x=1; r0=x | x=2; r1=x", "r0=2 r1=1", no, no},
      {"2 atomics", "r0=x+=1 | r1=x+=1", "r0=0 r1=0", no, no},
      {"atomic+W", "r0=x+=2 | x=1", "r0=0 x=2", no, no},
      // Two threads, two variables.
      {"SB", "x=1; r0=y | y=1; r1=x", "r0=0 r1=0", no, yes},
      {"SB+mf+po", "x=1; mf; r0=y | y=1; r1=x", "r0=0 r1=0", no, yes},
      {"SB+mfs", "x=1; mf; r0=y | y=1; mf; r1=x", "r0=0 r1=0", no, no},
      {"SB+atomic+po", "x+=1; r0=y | y=1; r1=x", "r0=0 r1=0", no, yes},
      {"SB+atomics", "x+=1; r0=y | y+=1; r1=x", "r0=0 r1=0", no, no},
      {"SB+mf+atomic", "x=1; mf; r0=y | y+=1; r1=x", "r0=0 r1=0", no, no},
      {"SB+rfis", "x=1; r0=x; r1=y | y=1; r2=y; r3=x", "r0=1 r1=0 r2=1 r3=0", no, yes},
      {"n6", "x=1; r0=x; r1=y | y=2; x=2", "r0=1 r1=0 x=1", no, yes},
      {"MP", "x=1; y=1 | r0=y; r1=x", "r0=1 r1=0", no, no},
      {"MP+mfs", "x=1; mf; y=1 | r0=y; mf; r1=x", "r0=1 r1=0", no, no},
      {"MP+atomics", "x=1; y+=1 | r0=y+=1; r1=x", "r0=1 r1=0", no, no},
      {"MP+warm writer", "r2=x; x=1; y=1 | r0=y; r1=x", "r0=1 r1=0", no, no},
      {"MP+warm reader", "x=1; y=1 | r2=x; r0=y; r1=x", "r0=1 r1=0", no, no},
      {"MP+warm both", "r2=x; x=1; y=1 | r3=x; r0=y; r1=x", "r0=1 r1=0", no, no},
      {"LB", "r0=x; y=1 | r1=y; x=1", "r0=1 r1=1", no, no},
      {"LB+atomics", "r0=x+=1; y=1 | r1=y+=1; x=1", "r0=1 r1=1", no, no},
      {"S", "x=2; y=1 | r0=y; x=1", "r0=1 x=2", no, no},
      {"S+mfs", "x=2; mf; y=1 | r0=y; mf; x=1", "r0=1 x=2", no, no},
      {"SB+warm", "r2=y; x=1; r0=y | r3=x; y=1; r1=x", "r0=0 r1=0", no, yes},
      {"R", "x=1; y=1 | y=2; r0=x", "r0=0 y=2", no, yes},
      {"R+mf+po", "x=1; mf; y=1 | y=2; r0=x", "r0=0 y=2", no, yes},
      {"R+po+mf", "x=1; y=1 | y=2; mf; r0=x", "r0=0 y=2", no, no},
      {"R+mfs", "x=1; mf; y=1 | y=2; mf; r0=x", "r0=0 y=2", no, no},
      {"2+2W", "x=1; y=2 | y=1; x=2", "x=1 y=1", no, no},
      {"2+2W+mfs", "x=1; mf; y=2 | y=1; mf; x=2", "x=1 y=1", no, no},
      // Three threads.
      {"WRC", "x=1 | r0=x; y=1 | r1=y; r2=x", "r0=1 r1=1 r2=0", no, no},
      {"WRC+mfs", "x=1 | r0=x; mf; y=1 | r1=y; mf; r2=x", "r0=1 r1=1 r2=0", no, no},
      {"WWC", "x=2 | r0=x; y=1 | r1=y; x=1", "r0=2 r1=1 x=2", no, no},
      {"RWC", "x=1 | r0=x; r1=y | y=1; r2=x", "r0=1 r1=0 r2=0", no, yes},
      {"RWC+po+mf", "x=1 | r0=x; r1=y | y=1; mf; r2=x", "r0=1 r1=0 r2=0", no, no},
      {"RWC+po+atomic", "x=1 | r0=x; r1=y | y+=1; r2=x", "r0=1 r1=0 r2=0", no, no},
      {"ISA2", "x=1; y=1 | r0=y; z=1 | r1=z; r2=x", "r0=1 r1=1 r2=0", no, no},
      {"3.SB", "x=1; r0=y | y=1; r1=z | z=1; r2=x", "r0=0 r1=0 r2=0", no, yes},
      {"3.SB+mfs", "x=1; mf; r0=y | y=1; mf; r1=z | z=1; mf; r2=x", "r0=0 r1=0 r2=0", no, no},
      {"W+RWC", "x=1; y=1 | r0=y; r1=z | z=1; r2=x", "r0=1 r1=0 r2=0", no, yes},
      // Four threads.
      {"IRIW", "x=1 | y=1 | r0=x; r1=y | r2=y; r3=x", "r0=1 r1=0 r2=1 r3=0", no, no},
      {"IRIW+mfs", "x=1 | y=1 | r0=x; mf; r1=y | r2=y; mf; r3=x", "r0=1 r1=0 r2=1 r3=0", no, no},
  };
  return tests;
}

const LitmusTest& litmus_test(std::string_view name) {
  std::string names;
  for (const LitmusTest& t : litmus_tests()) {
    if (name == t.name) return t;
    names += std::string(names.empty() ? "" : ", ") + t.name;
  }
  throw UserError("no litmus test \"" + std::string(name) + "\"; there are: " + names);
}

}  // namespace cdrsim::verify
