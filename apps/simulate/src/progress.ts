import type { Figures } from './figures.ts'

const TTY_EVERY_MS = 200
const PLAIN_EVERY_MS = 5_000
/** Probes fail in different ways at the same time: one reason in this interval is enough. */
const TROUBLE_EVERY_MS = 5_000
/** The rate shown is that of the last seconds, not of the whole run. */
const RATE_WINDOW_MS = 5_000

export interface Screen {
  isTTY?: boolean
  columns?: number
  write(text: string): unknown
}

/** Shows the progress of a run: one updated line on a terminal, a line every few seconds elsewhere. */
export function showProgress(figures: Figures, screen: Screen, now: () => number = () => performance.now()) {
  const startedAt = now()
  const samples: Array<[number, number]> = [[startedAt, 0]]
  let shownTrouble: string | undefined
  let troubleAt = Number.NEGATIVE_INFINITY

  function draw(): void {
    const at = now()
    samples.push([at, figures.acknowledged])
    while (samples.length > 2 && at - (samples[1]?.[0] ?? at) > RATE_WINDOW_MS) samples.shift()
    const [since, before] = samples[0] ?? [startedAt, 0]
    const rate = at > since ? ((figures.acknowledged - before) * 1_000) / (at - since) : 0

    const { waiting, lastTrouble } = figures
    if (waiting > 0 && lastTrouble && lastTrouble !== shownTrouble && at - troubleAt > TROUBLE_EVERY_MS) {
      shownTrouble = lastTrouble
      troubleAt = at
      screen.write(`${screen.isTTY ? '\r\x1b[K' : ''}${shownTrouble}\n`)
    }
    const line = progressLine(figures, rate, at - startedAt)
    screen.write(screen.isTTY ? `\r\x1b[K${line.slice(0, (screen.columns ?? 120) - 1)}` : `${line}\n`)
  }

  const timer = setInterval(draw, screen.isTTY ? TTY_EVERY_MS : PLAIN_EVERY_MS)
  return {
    /** Draws a last time and returns the duration of the run, in milliseconds. */
    stop(): number {
      clearInterval(timer)
      if (screen.isTTY) screen.write('\r\x1b[K')
      return now() - startedAt
    },
  }
}

/** One line with the current state of the run. */
export function progressLine(figures: Figures, rate: number, elapsedMs: number): string {
  const { target, sent, acknowledged, held, waiting, retries } = figures
  const left = rate > 0 ? duration(((target - acknowledged) / rate) * 1_000) : '–'
  // The most important part comes first: a narrow terminal cuts off the end.
  return [
    `${percent(acknowledged / Math.max(1, target))}  ${count(acknowledged)} of ${count(target)} acknowledged`,
    `${count(sent)} sent`,
    `${count(Math.round(rate))}/s`,
    `${duration(elapsedMs)}, ${left} left`,
    ...(held > 0 ? [`${probes(held)} held`] : []),
    ...(waiting > held ? [`${probes(waiting - held)} waiting`] : []),
    ...(retries > 0 ? [`${count(retries)} retries`] : []),
  ].join('  ')
}

export const count = (value: number): string => value.toLocaleString('en-GB')
const probes = (value: number): string => (value === 1 ? '1 probe' : `${count(value)} probes`)
const percent = (share: number): string => `${Math.floor(share * 100)}%`.padStart(4)

const two = (value: number): string => String(value).padStart(2, '0')

/** Minutes and seconds, and hours if any. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000))
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}
