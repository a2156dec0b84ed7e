# SPDX-License-Identifier: BSD-3-Clause
"""The programs that tools/reproduce calls: none of them outlives it, and whatever they do ends in one message.

    ask("cost", CHIP)                                     what the simulator prints
    ask_json("trace", "profile", path, "--format", "json")
    follow(["tools/sweep", ...], "the sweep")             its exit code; signals are passed on to it
"""

import signal
import subprocess

from checked_files import Damaged, parse_json
from console import Interrupted
from reproduction.experiments import ReproductionError, cdrsim
from sweeps.processes import ends_with_us

PASSED_ON = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}


def ends_when_we_do(number):
    """As ends_with_us, and no signal that we have blocked stays blocked in the child."""
    ends = ends_with_us(number)

    def prepare():
        ends()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, PASSED_ON)

    return prepare


def ask(*words):
    program = cdrsim()
    what = " ".join([program, *words])
    try:
        done = subprocess.run([program, *words], stdin=subprocess.DEVNULL, capture_output=True, check=False,
                              preexec_fn=ends_with_us(signal.SIGKILL))
    except OSError as e:
        raise ReproductionError(f"{program}: {e.strerror}; is the program built? (scons)") from None
    if done.returncode < 0:
        raise ReproductionError(f"{what}: killed by signal {-done.returncode}")
    if done.returncode != 0:
        why = done.stderr.decode("utf-8", "replace").strip().removeprefix("cdrsim: ")
        raise ReproductionError(f"{what}: exit code {done.returncode}" + (f": {why}" if why else ""))
    try:
        return done.stdout.decode("utf-8")
    except UnicodeDecodeError as e:
        raise ReproductionError(f"{what}: byte {e.start} of its answer is no UTF-8") from None


def ask_json(*words):
    text = ask(*words)
    try:
        return parse_json(text, " ".join([cdrsim(), *words]))
    except Damaged as e:
        raise ReproductionError(str(e)) from None


def follow(command, name):
    """Waits for the command to its end, also after Ctrl-C: it gets the signal too, and Interrupted is raised when it has ended."""
    interrupted = None
    signal.pthread_sigmask(signal.SIG_BLOCK, PASSED_ON)
    try:
        # A group of its own: Ctrl-C reaches us alone, once, and we pass it on.
        process = subprocess.Popen(command, process_group=0, preexec_fn=ends_when_we_do(signal.SIGTERM))
        while True:
            try:
                signal.pthread_sigmask(signal.SIG_UNBLOCK, PASSED_ON)
                code = process.wait()
                break
            except Interrupted as e:
                interrupted = e
                process.send_signal(e.number)
    except OSError as e:
        raise OSError(e.errno, e.strerror, command[0]) from None
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, PASSED_ON)
    if interrupted:
        raise interrupted
    if code < 0:
        raise ReproductionError(f"{name}: killed by signal {-code}; `tools/reproduce run` goes on with it")
    return code
