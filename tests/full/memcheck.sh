#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Small machines under valgrind's memcheck: no read of an uninitialised value, no leak, no stray access. The sanitizers
# of variant=asan do not see the first of these.
set -euo pipefail
cd "$(dirname "$0")/../.."
program=build/release/cdrsim
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Caches of a few lines: misses, evictions, recalls, invalidations and walks all the time.
cat > "$scratch/machine.toml" <<'TOML'
[system]
cores_per_chip = 16
[tlb]
entries = 2
[l1]
size = "512B"
ways = 2
mshrs = 1
[llc]
size_per_tile = "512B"
ways = 2
mshrs = 2
[cdr.sharers]
capacity = 4
smc_entries = 1
[cdr.homes]
hmc_entries = 1
[run]
interval = 1000
TOML
{
  cat "$scratch/machine.toml"
  for pattern in private-shared migratory; do
    printf '[[workload]]\nsynthetic = "%s"\nthreads = 8\nreferences = 150\nshared_bytes = "4KiB"\n' "$pattern"
  done
} > "$scratch/patterns.toml"
{
  cat "$scratch/machine.toml"
  printf '[[workload]]\ntrace = "small.cdrt"\ncopies = 2\n'
} > "$scratch/trace.toml"

memcheck() {
  valgrind --quiet --error-exitcode=9 --track-origins=yes --leak-check=full "$program" "$@"
}
check() {
  local name=$1 config=$2
  shift 2
  echo "memcheck $name"
  memcheck run "$scratch/$config.toml" --check --quiet --out "$scratch/$name" "$@"
}

check global patterns
check l2-and-sc patterns --set l2.size=1KiB --set l2.ways=2 --set core.memory_model=sc --set protocol.name=msi
check application patterns --set cdr.sharers.level=application --set cdr.homes.level=application \
  --set cdr.homes.count=3
check page patterns --set cdr.sharers.level=page --set cdr.homes.level=page --set run.warmup=20 --set run.restart=true

# What reads and writes traces.
cat > "$scratch/small.txt" <<'TEXT'
# threads: 3
0 R 1000 8 3
1 W 103c 8 0
0 B 900 2 0
1 B 900 2 1
1 L a00
1 A 1000 4 2
1 U a00
TEXT
gzip -k "$scratch/small.txt"
for verb in "import --format text $scratch/small.txt.gz $scratch/small.cdrt" "check $scratch/small.cdrt" \
  "dump $scratch/small.cdrt" "info $scratch/small.cdrt" "synth stencil $scratch/stencil.cdrt --threads 4 --references 99"; do
  echo "memcheck trace ${verb%% *}"
  # shellcheck disable=SC2086  # the words of a command
  memcheck trace $verb > /dev/null
done
check trace trace
