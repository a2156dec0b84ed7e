// SPDX-License-Identifier: BSD-3-Clause
// What a memory model allows, by definition: all outcomes of a program on an abstract machine whose memory is one array
// of values, found by trying every interleaving.
//
//   sc    a thread's references are performed one by one (Lamport 1979)
//   tso   stores wait in a FIFO for each thread and leave it at any moment; a load takes the youngest value there, else
//         memory's; fences and atomics wait until the FIFO is empty (x86-TSO, Owens, Sarkar and Sewell 2009)
//
// It shares nothing with what it judges.
#pragma once

#include "core/core_config.h"
#include "verify/litmus_program.h"

namespace cdrsim::verify {

Outcomes allowed_outcomes(const LitmusProgram& program, MemoryModel model);

}  // namespace cdrsim::verify
