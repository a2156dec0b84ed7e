// SPDX-License-Identifier: BSD-3-Clause
// The sections of a whole configuration struct, in the order in which they are read, written and described.
//
//   SchemaOf<Config> schema;
//   schema.section("core", [](Config& c) -> CoreConfig& { return c.core; }, &declare_core);
//   schema.blocks("workload", &Config::workload, &declare_workload);       // [[workload]], any number
//   schema.frequency([](const Config& c) { return c.system.frequency; });  // for times; its section comes first
//
// The reader, the writer and the descriptions work on the untyped Schema and a pointer to a Root.
#pragma once

#include "config/declaration.h"

namespace cdrsim::config {

struct SectionDeclaration {
  std::string path, help;
  bool repeated = false;
  std::vector<std::shared_ptr<const Parameter>> parameters;
  std::function<void*(void* root, std::size_t index)> object;
  std::function<std::size_t(const void* root)> count;
  std::function<void(void* root, std::size_t count)> resize;
};

class Schema {
 public:
  const std::vector<SectionDeclaration>& sections() const { return sections_; }
  double frequency(const void* root) const { return frequency_(root); }

 protected:
  std::vector<SectionDeclaration> sections_;
  std::function<double(const void*)> frequency_;
};

template <class Root>
class SchemaOf : public Schema {
 public:
  template <class S>
  void section(std::string path, S& (*get)(Root&), void (*declare)(Section<S>&)) {
    SectionDeclaration d = declared(std::move(path), declare);
    d.object = [get](void* root, std::size_t) -> void* { return &get(*static_cast<Root*>(root)); };
    d.count = [](const void*) { return std::size_t{1}; };
    d.resize = [](void*, std::size_t) {};
    sections_.push_back(std::move(d));
  }

  template <class S>
  void blocks(std::string path, std::vector<S> Root::*member, void (*declare)(Section<S>&)) {
    SectionDeclaration d = declared(std::move(path), declare);
    d.repeated = true;
    d.object = [member](void* root, std::size_t i) -> void* { return &(static_cast<Root*>(root)->*member)[i]; };
    d.count = [member](const void* root) { return (static_cast<const Root*>(root)->*member).size(); };
    d.resize = [member](void* root, std::size_t n) { (static_cast<Root*>(root)->*member).resize(n); };
    sections_.push_back(std::move(d));
  }

  void frequency(double (*get)(const Root&)) {
    frequency_ = [get](const void* root) { return get(*static_cast<const Root*>(root)); };
  }
  using Schema::frequency;

 private:
  template <class S>
  static SectionDeclaration declared(std::string path, void (*declare)(Section<S>&)) {
    Section<S> section;
    declare(section);
    SectionDeclaration d;
    d.path = std::move(path);
    d.help = section.help();
    d.parameters = section.parameters();
    return d;
  }
};

}  // namespace cdrsim::config
