// SPDX-License-Identifier: BSD-3-Clause
#include "core/synchronization.h"

#include <algorithm>

#include "base/random.h"
#include "core/hex.h"

namespace cdrsim {

std::size_t Synchronization::VariableHash::operator()(const Variable& v) const {
  return mix64(v.address ^ mix64(v.owner + 0x9e3779b97f4a7c15ull));
}

Synchronization::Synchronization(std::uint32_t id, EventQueue& queue, SyncModel model, Distance distance,
                                 SyncCounters& counters)
    : Component(id), queue_(queue), model_(model), distance_(std::move(distance)), counters_(counters) {}

std::uint32_t Synchronization::join(Component& core, const ThreadIdentity& identity) {
  Thread thread{};
  thread.core = &core;
  thread.identity = identity;
  threads_.push_back(thread);
  next_.push_back(WaitList::kNobody);
  members_[identity.space].push_back(identity.tile);
  return static_cast<std::uint32_t>(threads_.size() - 1);
}

Cycle Synchronization::way(std::uint32_t thread, std::uint64_t address) const {
  if (model_ == SyncModel::coherent) return 1;
  const ThreadIdentity& identity = threads_[thread].identity;
  const std::vector<TileId>& members = members_.at(identity.space);
  TileId owner = members[VariableHash{}({identity.space, address}) % members.size()];
  return std::max<Cycle>(distance_(identity.tile, owner), 1);
}

void Synchronization::send(Cycle now, const Request& request) {
  std::uint32_t slot;
  if (free_.empty()) {
    slot = static_cast<std::uint32_t>(requests_.size());
    requests_.push_back(request);
  } else {
    slot = free_.back();
    free_.pop_back();
    requests_[slot] = request;
  }
  queue_.schedule(now + way(request.thread, request.address), Priority::service, *threads_[request.thread].core, *this,
                  slot);
}

void Synchronization::lock(Cycle now, std::uint32_t thread, std::uint64_t address, std::uint64_t order,
                           bool first_pass) {
  Thread& t = threads_[thread];
  t.waits_for = Kind::lock;
  t.at_owner = false;
  t.first_pass = first_pass;
  t.address = address;
  t.order = order;
  send(now, {thread, 0, address, Kind::lock});
}

void Synchronization::unlock(Cycle now, std::uint32_t thread, std::uint64_t address) {
  send(now, {thread, 0, address, Kind::unlock});
}

void Synchronization::arrive(Cycle now, std::uint32_t thread, std::uint64_t address, std::uint32_t count,
                             bool first_pass) {
  Thread& t = threads_[thread];
  t.waits_for = Kind::barrier;
  t.at_owner = false;
  t.first_pass = first_pass;
  t.address = address;
  send(now, {thread, count, address, Kind::barrier});
}

void Synchronization::handle(Cycle now, std::uint64_t slot) {
  Request request = requests_[slot];
  free_.push_back(static_cast<std::uint32_t>(slot));
  switch (request.kind) {
    case Kind::lock:
      return serve_lock(now, request);
    case Kind::unlock:
      return serve_unlock(now, request);
    case Kind::barrier:
      return serve_barrier(now, request);
    case Kind::none:
      break;
  }
}

void Synchronization::answer(Cycle now, std::uint32_t thread, std::uint64_t argument) {
  Thread& t = threads_[thread];
  t.waits_for = Kind::none;
  queue_.schedule(now + way(thread, t.address), Priority::response, *this, *t.core, argument);
}

void Synchronization::hold(Lock& lock, std::uint32_t thread, std::uint64_t order, bool first_pass) {
  if (first_pass && threads_[thread].identity.ordered) {
    if (order < lock.newest) ++counters_.reordered_grants;
    lock.newest = std::max(lock.newest, order);
  }
  for (Holder& h : lock.holders) {
    if (h.thread == thread) {
      ++h.times;
      return;
    }
  }
  lock.holders.push_back({thread, 1});
}

bool Synchronization::give_back(Lock& lock, std::uint32_t thread) {
  auto held =
      std::find_if(lock.holders.begin(), lock.holders.end(), [&](const Holder& h) { return h.thread == thread; });
  if (held == lock.holders.end()) {
    ++counters_.stray_unlocks;
    return false;
  }
  if (--held->times == 0) lock.holders.erase(held);
  return lock.holders.empty();
}

void Synchronization::serve_lock(Cycle now, const Request& request) {
  Lock& lock = locks_[variable(request.thread, request.address)];
  Thread& t = threads_[request.thread];
  bool held_by_itself = std::any_of(lock.holders.begin(), lock.holders.end(),
                                    [&](const Holder& h) { return h.thread == request.thread; });
  if (lock.holders.empty() || held_by_itself) {
    hold(lock, request.thread, t.order, t.first_pass);
    answer(now, request.thread, kGranted);
  } else {
    t.at_owner = true;
    lock.waiting.push(request.thread, next_);
  }
}

void Synchronization::serve_unlock(Cycle now, const Request& request) {
  Lock& lock = locks_[variable(request.thread, request.address)];
  if (!give_back(lock, request.thread) || lock.waiting.empty()) return;
  std::uint32_t thread = lock.waiting.pop(next_);
  hold(lock, thread, threads_[thread].order, threads_[thread].first_pass);
  answer(now, thread, kGrantedAfterWait);
}

void Synchronization::serve_barrier(Cycle now, const Request& request) {
  Barrier& barrier = barriers_[barrier_variable(request.thread, request.address)];
  Thread& t = threads_[request.thread];
  Barrier::Arrival arrival = barrier.arrive(request.thread, request.count, true);
  if (!arrival.completes) {
    t.at_owner = true;
    t.episode = arrival.episode;
    barrier.episode(arrival.episode).waiting.push(request.thread, next_);
    return;
  }
  if (t.first_pass) ++counters_.barriers;
  release(now, barrier.episode(arrival.episode));
  answer(now, request.thread, kGranted);
  barrier.drop_complete();
}

void Synchronization::release(Cycle now, Barrier::Episode& episode) {
  while (!episode.waiting.empty()) answer(now, episode.waiting.pop(next_), kGrantedAfterWait);
}

void Synchronization::lock_at_once(std::uint32_t thread, std::uint64_t address, std::uint64_t order) {
  hold(locks_[variable(thread, address)], thread, order, true);
}

void Synchronization::unlock_at_once(std::uint32_t thread, std::uint64_t address) {
  give_back(locks_[variable(thread, address)], thread);
}

void Synchronization::arrive_at_once(std::uint32_t thread, std::uint64_t address, std::uint32_t count) {
  Barrier& barrier = barriers_[barrier_variable(thread, address)];
  if (!barrier.arrive(thread, count, false).completes) return;
  ++counters_.barriers;
  barrier.drop_complete();
}

std::string Synchronization::name(std::uint32_t thread) const {
  const ThreadIdentity& identity = threads_[thread].identity;
  return "app " + std::to_string(identity.application) + " thread " + std::to_string(identity.thread);
}

std::string Synchronization::list(const WaitList& waiting) const {
  constexpr int kNamed = 8;
  std::string names;
  int n = 0;
  for (std::uint32_t thread = waiting.front(); thread != WaitList::kNobody; thread = next_[thread], ++n)
    if (n < kNamed) names += (n == 0 ? "" : ", ") + name(thread);
  return n <= kNamed ? names : names + " and " + std::to_string(n - kNamed) + " more";
}

std::string Synchronization::describe_wait(std::uint32_t thread) const {
  const Thread& t = threads_[thread];
  if (t.waits_for == Kind::none) return "the answer of a barrier or lock on its way";
  std::string text = (t.waits_for == Kind::lock ? "lock " : "barrier ") + hex(t.address);
  if (!t.at_owner) return text + ": request on its way";
  if (t.waits_for == Kind::lock) {
    const Lock& lock = locks_.at(variable(thread, t.address));
    text += " held by ";
    for (std::size_t i = 0; i < lock.holders.size(); ++i) text += (i == 0 ? "" : ", ") + name(lock.holders[i].thread);
    return text + "; waiting: " + list(lock.waiting);
  }
  const Barrier::Episode& episode = barriers_.at(barrier_variable(thread, t.address)).episode(t.episode);
  return text + ": " + std::to_string(episode.arrived) + " of " + std::to_string(episode.count) +
         " threads arrived: " + list(episode.waiting);
}

}  // namespace cdrsim
