// SPDX-License-Identifier: BSD-3-Clause
#include "system/machine.h"

#include <bit>
#include <sstream>

#include "base/error.h"

namespace cdrsim {
namespace {

// Component ids: two for each tile (what its router delivers to, and its core), then the machine's services.
std::uint32_t tile_component(TileId tile) {
  return 2 * tile.value;
}
std::uint32_t core_component(TileId tile) {
  return 2 * tile.value + 1;
}
std::uint32_t sync_component(const Mesh& mesh) {
  return 2 * mesh.tiles();
}

constexpr std::uint64_t kSkewStream = 0x736b6577;
constexpr std::size_t kDumpedMessages = 64, kDumpedCores = 64, kDumpedTiles = 64;

unsigned log2_of(std::uint32_t power) {
  return static_cast<unsigned>(std::countr_zero(power));
}

}  // namespace

Mesh Machine::mesh_of(const SystemConfig& config) {
  return config.mesh ? Mesh(config.mesh->width, config.mesh->height) : Mesh::automatic(config.cores_per_chip);
}

Machine::Machine(const Config& config, const TraceOpener& open)
    : config_(config), mesh_(mesh_of(config.system)), cores_(config.system.cores_per_chip) {
  const SystemConfig& system = config_.system;
  applications_ = place_workloads(config_.workload, mesh_, cores_, config_.run.seed, open);

  std::vector<DomainApplication> programs;
  std::uint32_t spaces = 0;
  std::uint64_t max_address = 0;
  assignments_.resize(cores_);
  for (std::uint32_t a = 0; a < applications_.size(); ++a) {
    const Application& app = applications_[a];
    programs.push_back({app.vm, app.space, app.cores});
    spaces = std::max(spaces, app.space + 1);
    max_address = std::max(max_address, app.trace->info().max_address);
    space_cores_.resize(spaces);
    for (std::uint32_t t = 0; t < app.cores.size(); ++t) {
      assignments_[app.cores[t].value] = {a, t, app.space};
      space_cores_[app.space].push_back(app.cores[t]);
    }
  }

  std::vector<PageTouch> touches;
  if (DomainTables::needs_profile(config_.cdr))
    touches = profile_pages(applications_, system.page_size, config_.sync.model == SyncModel::coherent);
  domains_ = std::make_unique<DomainTables>(config_.cdr, mesh_, cores_, programs, touches, config_.run.seed);
  frames_.emplace(config_.memory.frames, config_.run.seed, spaces, max_address / system.page_size,
                  frame_bits(system.page_size, system.line_size));

  protocol_ = make_protocol(config_.protocol);
  const std::uint32_t controllers = controller_count(config_.dram, mesh_);
  memory_map_ = std::make_unique<MemoryMap>(controller_tiles(mesh_, controllers), system.page_size / system.line_size,
                                            system.line_size);
  home_environment_.protocol = protocol_;
  home_environment_.sharers = make_sharer_scheme(config_.directory);
  home_environment_.domains = domains_.get();
  home_environment_.cores = cores_;
  home_environment_.llc = config_.llc;
  home_environment_.sparse = config_.directory.store == "sparse";
  home_environment_.directory_entries = config_.directory.entries;
  home_environment_.directory_ways = config_.directory.ways;
  home_environment_.line_size = system.line_size;
  home_environment_.smc_entries = config_.cdr.sharers.smc_entries;
  home_environment_.free_maps = config_.cdr.map_lookups == MapLookups::free;
  home_environment_.seed = config_.run.seed;
  home_environment_.memory = memory_map_.get();

  tiles_.resize(mesh_.tiles());
  transport_ = std::make_unique<Transport>(queue_, config_.network, mesh_, system.line_size, config_.run.seed,
                                           observers_, [this](TileId t) -> Component& { return tile(t); });
  chip_ = std::make_unique<Chip>(Chip{config_, queue_, *transport_, observers_, *domains_, *frames_, *memory_map_,
                                      home_environment_, protocol_, assignments_, space_cores_,
                                      HomeHasher(config_.cdr.homes.hash, cores_), log2_of(system.page_size),
                                      log2_of(system.line_size), Effects(observers_)});
  for (std::uint32_t i = 0; i < controllers; ++i) dram_.emplace_back(config_.dram, config_.run.seed, i);
  for (std::uint32_t i = 0; i < controllers; ++i)
    tile(memory_map_->tile(i)).make_memory(dram_versions_).attach(i, dram_[i]);
  place_cores();
}

Machine::~Machine() = default;

Tile& Machine::tile(TileId id) {
  std::unique_ptr<Tile>& t = tiles_[id.value];
  if (!t) [[unlikely]]
    t = std::make_unique<Tile>(tile_component(id), id, *chip_);
  return *t;
}

void Machine::place_cores() {
  const std::uint32_t flits = transport_->flits(MessageType::inv_ack);
  sync_ = std::make_unique<Synchronization>(
      sync_component(mesh_), queue_, config_.sync.model,
      [this, flits](TileId a, TileId b) { return transport_->network().zero_load_latency(a, b, flits); },
      sync_counters_);
  std::size_t total = 0;
  for (const Application& app : applications_) total += app.cores.size();
  threads_.reserve(total);
  for (std::uint32_t a = 0; a < applications_.size(); ++a) {
    Application& app = applications_[a];
    first_thread_.push_back(threads_.size());
    running_.push_back(static_cast<std::uint32_t>(app.cores.size()));
    const TraceInfo& info = app.trace->info();
    for (std::uint32_t t = 0; t < app.cores.size(); ++t) {
      const TileId where = app.cores[t];
      CorePort& port = tile(where).make_core_port(assignments_[where.value]);
      threads_.push_back({nullptr, a, where, {}});
      Thread& thread = threads_.back();
      thread.core = std::make_unique<TraceCore>(core_component(where), config_.core, config_.system.line_size, queue_,
                                                port, *sync_, thread.counters, latency_, app.trace->cursor(t),
                                                ThreadIdentity{a, t, app.space, where, info.global_order});
      thread.core->set_owner(this);
      port.connect(*thread.core);
      const std::uint64_t references = info.thread_references[t];
      references_total_ += references - std::min(references, config_.run.warmup);
    }
  }
  first_passes_left_ = static_cast<std::uint32_t>(threads_.size());
}

void Machine::clear_statistics() {
  for (Thread& t : threads_) t.counters = {};
  for (auto& t : tiles_) {
    if (!t) continue;
    if (CorePort* port = t->core_port()) {
      port->tlb_counters = {};
      port->stack = {};
      port->requests().counters = {};
      port->cache().counters = {};
    }
    if (t->home()) t->home()->counters = {};
  }
  for (DramController& d : dram_) d.counters = {};
  sync_counters_ = {};
  latency_.clear();
  transport_->clear_statistics();
}

void Machine::warm_up() {
  std::vector<TraceCore*> cores;
  for (Thread& t : threads_) cores.push_back(t.core.get());
  if (config_.run.warmup) {
    SerialDriver driver(queue_, cores, config_.run.warmup);
    driver.run();
    clear_statistics();
  }
  start_ = queue_.now();
  next_check_ = start_ + config_.run.watchdog;
  if (config_.run.interval) next_sample_ = start_ + *config_.run.interval;
  if (config_.core.timing == CoreTiming::serial) {
    serial_ = std::make_unique<SerialDriver>(queue_, cores);
    return;
  }
  std::vector<Cycle> skew;
  Random random(config_.run.seed, kSkewStream);
  for (std::size_t a = 0; a < applications_.size(); ++a) skew.push_back(random.below(config_.run.skew + 1));
  for (Thread& t : threads_) t.core->start(start_ + skew[t.application]);
}

bool Machine::run_until(Cycle limit) {
  if (finished_) return false;
  if (serial_) {
    while (queue_.now() < limit) {
      if (!serial_->step()) {
        finish();
        return false;
      }
      if (queue_.now() >= next_sample_) sample_timeline(queue_.now());
    }
    return true;
  }
  const bool restarting = config_.run.restart;
  for (;;) {
    const Cycle next = queue_.next_cycle();
    if (next > limit && next != kNever) {
      while (limit > next_sample_) sample_timeline(next_sample_);
      reached_ = limit;
      return true;
    }
    if (next == kNever || (restarting && first_passes_left_ == 0)) {
      finish();
      return false;
    }
    while (next >= next_sample_) sample_timeline(next_sample_);
    queue_.run_cycle();
    if (next >= next_check_) [[unlikely]]
      check_progress();
  }
}

/// A copy starts over as a whole, when its last thread is done: threads of two passes side by side would share lines
/// that no real execution shares, and meet at each other's barriers.
bool Machine::pass_finished(Cycle now, TraceCore& core) {
  if (!core.finished()) --first_passes_left_;
  const std::uint32_t a = core.identity().application;
  if (!config_.run.restart || --running_[a] != 0 || first_passes_left_ == 0) return false;
  bool again = false;
  for (std::size_t t = first_thread_[a]; t < threads_.size() && threads_[t].application == a; ++t)
    if (threads_[t].core.get() == &core) {
      again = true;  // it has records: a thread without any is done only once
      ++running_[a];
    } else {
      running_[a] += threads_[t].core->start_over(now);
    }
  return again;
}

/// Nothing is left to happen, or (run.restart) every copy has finished its first pass.
void Machine::finish() {
  for (const Thread& t : threads_)
    if (!t.core->finished()) stuck("nothing is left to happen, but threads are not done");
  if (queue_.empty()) {
    if (transport_->in_flight()) throw InternalError("the run is over, but messages are in flight");
    for (const auto& t : tiles_)
      if (t && !t->idle())
        throw InternalError("the run is over, but a miss or an eviction is under way:\n" + t->describe());
  }
  finished_ = true;
}

/// Progress is simulated progress: a core that computes for a long time is fine, a reference that does not come back is
/// not. Threads that wait for each other show when nothing is left to happen.
void Machine::check_progress() {
  const Cycle now = queue_.now();
  Cycle oldest = kNever;
  for (const Thread& t : threads_) oldest = std::min(oldest, t.core->oldest_pending());
  if (oldest != kNever && now - oldest >= config_.run.watchdog)
    stuck("a reference has waited for " + std::to_string(now - oldest) + " cycles, run.watchdog is " +
          std::to_string(config_.run.watchdog) + " (raise it where the machine is meant to be that slow)");
  next_check_ = (oldest == kNever ? now : oldest) + config_.run.watchdog;
}

void Machine::stuck(const std::string& why) const {
  throw StuckError("no forward progress at cycle " + std::to_string(queue_.now()) + ": " + why + "\n" + who_waits());
}

std::string Machine::who_waits() const {
  std::ostringstream s;
  for (const Application& a : applications_)
    if (a.cores.size() < a.trace->info().threads) {
      s << "  (" << a.name << " runs " << a.cores.size() << " of its trace's " << a.trace->info().threads
        << " threads: barriers of all of them cannot complete)\n";
      break;
    }
  std::size_t listed = 0, more = 0;
  for (const Thread& t : threads_) {
    if (t.core->finished()) continue;
    if (listed++ < kDumpedCores)
      s << "  " << t.core->describe_wait(queue_.now()) << "\n";
    else
      ++more;
  }
  if (more) s << "  ... and " << more << " more threads\n";
  listed = 0;
  for (const auto& t : tiles_)
    if (t && !t->idle() && listed++ < kDumpedTiles) s << t->describe();
  s << transport_->describe(kDumpedMessages);
  return s.str();
}

std::uint64_t Machine::references_done() const {
  std::uint64_t done = 0;
  for (const Thread& t : threads_) done += t.counters.accesses;
  return done;
}

LineAddress Machine::line_of(std::uint32_t application, std::uint64_t address) const {
  if (application >= applications_.size())
    throw UserError("there is no application " + std::to_string(application) + ": the machine runs " +
                    std::to_string(applications_.size()) + ", numbered from 0");
  const std::uint64_t frame = frames_->frame({applications_[application].space, address >> chip_->page_shift});
  const std::uint64_t offset = (address & ((std::uint64_t{1} << chip_->page_shift) - 1)) >> chip_->line_shift;
  return LineAddress{frame << (chip_->page_shift - chip_->line_shift) | offset};
}

}  // namespace cdrsim
