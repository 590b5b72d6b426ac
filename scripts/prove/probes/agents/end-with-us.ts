import type { ChildProcess } from 'node:child_process'

const living = new Set<ChildProcess>()
let isWatched = false

/** Ensures that no process outlives the proof that started it, however it ends. */
export function endWithUs(child: ChildProcess): ChildProcess {
  if (!isWatched) {
    isWatched = true
    process.on('exit', () => living.forEach((each) => each.kill('SIGKILL')))
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1))
  }
  living.add(child)
  child.once('exit', () => living.delete(child))
  return child
}
