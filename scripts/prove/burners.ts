import { spawn } from 'node:child_process'
import { endWithUs } from './probes/end-with-us.ts'

/** Processes that take all the processor time they get, so that a proof runs on a busy machine. They end with it. */
export function startBurners(count: number) {
  const burners = Array.from({ length: count }, () =>
    endWithUs(
      spawn(process.execPath, ['--eval', 'for (;;) if (process.ppid === 1) process.exit()'], { stdio: 'ignore' }),
    ),
  )
  return {
    [Symbol.dispose](): void {
      for (const each of burners) each.kill('SIGKILL')
    },
  }
}
