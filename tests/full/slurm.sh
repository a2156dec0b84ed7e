#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A sweep on a real Slurm: munge, slurmctld and slurmd of Debian on this computer, as one node. The job array gives the same
# bytes as local processes; a sweep whose submitter was killed finds its job again; a failed point is kept.
# Needs root (munged and slurmd do), and the packages of `tools/setup --full`.
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ "$(id -u)" -ne 0 ]; then
  if sudo -n true 2>/dev/null; then exec sudo -E bash "tests/full/$(basename "$0")"; fi
  echo "slurm: SKIPPED, needs root: nothing about Slurm has been tested"
  exit 0
fi
export CDRSIM=${CDRSIM:-$PWD/build/release/cdrsim}
scratch=$(mktemp -d)
mkdir "$scratch/state" "$scratch/spool"
host=$(hostname -s)
own_munge=false

stop() {
  [ "${SLURM_CONF:-}" != "$scratch/slurm.conf" ] || scancel --me 2>/dev/null || true  # never jobs of a real cluster
  for daemon in d ctld; do
    [ ! -f "$scratch/$daemon.pid" ] || kill "$(cat "$scratch/$daemon.pid")" 2>/dev/null || true
  done
  if $own_munge; then kill "$(cat /run/munge/munged.pid)" 2>/dev/null || true; fi
  sleep 1
  rm -rf "$scratch"
}
trap stop EXIT

if ! munge -n >/dev/null 2>&1; then
  install -d -o munge -g munge /run/munge
  setpriv --reuid munge --regid munge --clear-groups munged
  own_munge=true
fi
export SLURM_CONF=$scratch/slurm.conf
cat > "$SLURM_CONF" <<CONF
ClusterName=local
SlurmctldHost=$host
SlurmUser=root
AuthType=auth/munge
StateSaveLocation=$scratch/state
SlurmdSpoolDir=$scratch/spool
SlurmctldPidFile=$scratch/ctld.pid
SlurmdPidFile=$scratch/d.pid
SlurmctldLogFile=$scratch/ctld.log
SlurmdLogFile=$scratch/d.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
ReturnToService=2
NodeName=$host CPUs=$(nproc) State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
slurmctld -f "$SLURM_CONF"
slurmd -f "$SLURM_CONF"
for _ in $(seq 60); do
  ! sinfo --noheader --format=%T 2>/dev/null | grep -q idle || break
  sleep 1
done
sinfo

cat > "$scratch/base.toml" <<'TOML'
[system]
cores_per_chip = 16
[[workload]]
synthetic = "private-shared"
threads = 16
references = 30000
TOML
cat > "$scratch/sweep.toml" <<'TOML'
base = "base.toml"
seeds = 2
[axes]
l1.ways = [1, 2, 4]
[baseline]
l1.ways = 1
TOML
same() {
  for table in results.csv summary.csv failures.csv; do cmp "$scratch/$1/$table" "$scratch/$2/$table"; done
}
sweep() { exec tools/sweep "$scratch/sweep.toml" --no-report --out "$scratch/$1" "${@:2}"; }  # in ( ): its pid is the tool's

echo "slurm: a job array and local processes give the same bytes"
(sweep local -j 2)
(sweep array --slurm)
same array local

echo "slurm: the job of a killed sweep is found again and waited for"
sweep killed --slurm -j 1 &
for _ in $(seq 60); do
  [ -z "$(squeue --noheader)" ] || break
  sleep 0.2
done
kill -9 $!
wait $! 2>/dev/null || true
[ -n "$(squeue --noheader)" ] || { echo "the job was over too soon for this test"; exit 1; }
if (sweep killed -j 2); then echo "a local sweep ran beside the job"; exit 1; fi
(sweep killed --slurm)
same killed local
[ "$(find "$scratch/killed/slurm" -name '*.txt' | wc -l)" = 6 ] || { echo "points ran twice"; exit 1; }

echo "slurm: a failed point is kept, the others go on; a cancelled job is told"
sed 's/\[1, 2, 4\]/[1, 2, 4]\nworkload.0.threads = [16, 17]/' "$scratch/sweep.toml" > "$scratch/illegal.toml"
code=0
tools/sweep "$scratch/illegal.toml" --no-report --out "$scratch/illegal" --slurm || code=$?
[ $code = 1 ] && [ "$(wc -l < "$scratch/illegal/results.csv")" = 7 ] && grep -q 'workload.0' "$scratch/illegal/failures.csv"

sweep cancelled --slurm -j 1 --sbatch=--hold &
for _ in $(seq 60); do
  [ -z "$(squeue --noheader)" ] || break
  sleep 0.2
done
scancel --me
code=0
wait $! || code=$?
[ $code = 1 ] && [ "$(grep -c 'ended without a result' "$scratch/cancelled/failures.csv")" = 6 ]
(sweep cancelled --slurm)
same cancelled local
echo "slurm: all as expected"
