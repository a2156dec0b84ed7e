// SPDX-License-Identifier: BSD-3-Clause
#include "base/huge_pages.h"

#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>

namespace cdrsim {

void prefer_huge_pages() {
  constexpr int kHeap = 1 << 29;  // bytes of address space, not of memory
  constexpr std::uintptr_t kHugePage = 1 << 21;
  // One large heap, without mappings of its own for large blocks, that grows once.
  if (!mallopt(M_TOP_PAD, kHeap) || !mallopt(M_MMAP_THRESHOLD, kHeap) || !mallopt(M_TRIM_THRESHOLD, 2 * kHeap)) return;
  const auto start = reinterpret_cast<std::uintptr_t>(sbrk(0));
  void* volatile block = std::malloc(1 << 20);  // volatile: an unused allocation may be left out
  std::free(block);
  const auto end = reinterpret_cast<std::uintptr_t>(sbrk(0));
  const std::uintptr_t first = (start + kHugePage - 1) / kHugePage * kHugePage;
  if (end > first) madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE);
}

}  // namespace cdrsim
