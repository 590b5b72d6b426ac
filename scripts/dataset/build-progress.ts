import { count, duration, type Screen } from '../../apps/simulate/src/progress.ts'
import type { BuildProgress } from './build-dataset.ts'

const TTY_EVERY_MS = 500
const PLAIN_EVERY_MS = 10_000

/** Shows the progress of building a data set. */
export function createBuildProgress(events: number, screen: Screen): BuildProgress & { stop(): void } {
  let done = 0
  let startedAt = performance.now()
  let timer: NodeJS.Timeout | undefined

  function draw(): void {
    const elapsed = performance.now() - startedAt
    const rate = (done * 1_000) / Math.max(1, elapsed)
    const left = rate > 0 ? duration(((events - done) / rate) * 1_000) : '–'
    const line = `${count(done)} of ${count(events)} documents  ${count(Math.round(rate))}/s  ${duration(elapsed)} elapsed  ${left} left`
    screen.write(screen.isTTY ? `\r\x1b[K${line}` : `${line}\n`)
  }
  function stop(): void {
    clearInterval(timer)
    if (timer && screen.isTTY) screen.write('\n')
    timer = undefined
  }
  return {
    say: (line) => void screen.write(screen.isTTY ? `\r\x1b[K${line}\n` : `${line}\n`),
    indexed(documents) {
      if (!timer) {
        startedAt = performance.now()
        timer = setInterval(draw, screen.isTTY ? TTY_EVERY_MS : PLAIN_EVERY_MS)
      }
      done += documents
      if (done < events) return
      draw()
      stop()
    },
    stop,
  }
}
