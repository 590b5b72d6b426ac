import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { EveWriterOptions } from './eve-writer-process.ts'

/** Writes files of events at a pace, in a process of its own, as detectors do: whatever becomes of their reader. */
export function startEveWriter(options: EveWriterOptions) {
  const child = fork(join(import.meta.dirname, 'eve-writer-process.ts'), [JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  let said = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const ended = once(child, 'close')
  return {
    /** Lets it write what is still due, and no more; answers what it wrote. */
    async finish(): Promise<{ lines: number; seconds: number }> {
      if (child.connected) child.send('finish')
      await ended
      if (said === '') throw new Error('the writer of events ended before its time')
      return JSON.parse(said) as { lines: number; seconds: number }
    },
    kill: () => child.kill('SIGKILL'),
  }
}
