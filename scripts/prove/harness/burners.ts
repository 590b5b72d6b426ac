import { spawn } from 'node:child_process'
import { endWithUs } from '../probes/agents/end-with-us.ts'

const BUSY_FACTOR = 5
let isBusy = false

/**
 * How long to wait for something that is not judged by its time: longer on a machine that the proof itself keeps busy.
 */
export function patient(withinMs: number): number {
  return isBusy ? BUSY_FACTOR * withinMs : withinMs
}

/** Processes that use all available CPU time, so that a proof runs on a busy machine. They end with the proof. */
export function startBurners(count: number) {
  isBusy = count > 0
  const burners = Array.from({ length: count }, () =>
    endWithUs(
      spawn(process.execPath, ['--eval', 'for (;;) if (process.ppid === 1) process.exit()'], { stdio: 'ignore' }),
    ),
  )
  return {
    [Symbol.dispose](): void {
      isBusy = false
      for (const each of burners) each.kill('SIGKILL')
    },
  }
}
