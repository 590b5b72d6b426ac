import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { EveWriterOptions } from './eve-writer-process.ts'

/** Writes event files at a fixed rate in a separate process, like detectors, regardless of the reader. */
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
    /** Lets it write the lines that are still due; returns what it wrote. */
    async finish(): Promise<{ lines: number; seconds: number }> {
      if (child.connected) child.send('finish')
      await ended
      if (said === '') throw new Error('the writer of events ended before its time')
      return JSON.parse(said) as { lines: number; seconds: number }
    },
    kill: () => child.kill('SIGKILL'),
  }
}
