import { quantile } from '../../harness/quantile.ts'
import type { Report } from '../../harness/report.ts'
import { askEngine, forgetAnswers, type PlainAsk } from './plain-ask.ts'

/** A listing to measure. */
export interface SpeedCase {
  name: string
  /** The URL of a turn. Every turn differs, so that no cache answers. */
  path(turn: number): string
  /** The equivalent direct query to the engine. */
  bare: { index: string; body(turn: number): object }
  p95Ms: number
  /** The most that the median may be of the bare engine's. */
  mostTimesBare?: number
}

const WARM_UP_TURNS = 20

export function turnsOf(isSmall: boolean): number {
  return isSmall ? 10 : 60
}

interface Measuring {
  engineUrl: string
  ask: PlainAsk
  isSmall: boolean
  /** The engine forgets its answers before each question, as after a change in every index. */
  isAfresh?: boolean
}

/** Asks each case of the API and of the engine in turn, and checks the times. Small sizes only report them. */
export async function measureCases(
  report: Report,
  { engineUrl, ask, isSmall, isAfresh = false }: Measuring,
  cases: readonly SpeedCase[],
  onMeasured: (name: string) => void = () => {},
): Promise<void> {
  const turns = turnsOf(isSmall)
  for (const each of cases) {
    const ours: number[] = []
    const bare: number[] = []
    await warmUp(turns, (turn) => ask(each.path(turn)))
    for (let turn = 0; turn < turns; turn++) {
      if (isAfresh) await forgetAnswers(engineUrl, each.bare.index)
      ours.push(await timed(() => ask(each.path(turn))))
      if (isAfresh) await forgetAnswers(engineUrl, each.bare.index)
      bare.push(await timed(() => askEngine(engineUrl, each.bare.index, each.bare.body(turn))))
    }
    const [mine, theirs] = [figures(ours), figures(bare)]
    const ratio = mine.p50 / theirs.p50
    report.figure(`${each.name} p50`, mine.p50)
    report.figure(`${each.name} p95`, mine.p95)
    onMeasured(each.name)
    const times = `p50 ${mine.p50.toFixed(1)}, p95 ${mine.p95.toFixed(1)} ms; bare engine p50 ${theirs.p50.toFixed(1)}, p95 ${theirs.p95.toFixed(1)} ms`
    report.check(`${each.name}: p95 under ${each.p95Ms} ms`, mine.p95 <= each.p95Ms || isSmall, times)
    if (each.mostTimesBare === undefined) continue
    report.figure(`${each.name}, times the bare engine`, ratio)
    const name = `${each.name}: at most ${each.mostTimesBare} times the bare engine`
    report.check(name, ratio <= each.mostTimesBare || isSmall, ratio.toFixed(2))
  }
}

/** Warms up an engine that has just started. These queries are not repeated later. */
export async function warmUp(turns: number, ask: (turn: number) => Promise<unknown>): Promise<void> {
  for (let turn = turns; turn < turns + WARM_UP_TURNS; turn++) await ask(turn)
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

export function figures(values: readonly number[]): { p50: number; p95: number } {
  return { p50: quantile(values, 0.5), p95: quantile(values, 0.95) }
}
