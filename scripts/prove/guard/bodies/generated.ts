import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Report } from '../../harness/report.ts'
import type { GeneratedOrder, GeneratedTally } from './generated-process.ts'

export interface GeneratedOptions {
  report: Report
  bodies: number
  seed: number
}

/**
 * Sends many generated bodies through the guard: each gets an answer, every output is within the grammar and its
 * budget, and templates change nothing.
 */
export async function checkGenerated({ report, bodies, seed }: GeneratedOptions): Promise<void> {
  const workers = Math.min(2, availableParallelism())
  report.step(`${bodies} generated bodies through the guard, seeds from ${seed}, ${workers} at once`)
  const startedAt = performance.now()
  const share = Math.ceil(bodies / workers)
  const tallies = await Promise.all(
    Array.from({ length: workers }, (_, index) =>
      runShare({ first: seed * 1_000_003 + index * share, count: Math.min(share, bodies - index * share) }, report),
    ),
  )
  const seconds = (performance.now() - startedAt) / 1_000
  const sum = (of: (tally: GeneratedTally) => number) => tallies.reduce((total, each) => total + of(each), 0)
  const wrong = tallies.flatMap((each) => each.wrong)
  const done = sum((each) => each.accepted) + sum((each) => each.refused)
  report.check(
    `${done} generated bodies: no exception, none out of the grammar or over its budget, the same with templates`,
    wrong.length === 0 && done === bodies,
    wrong.slice(0, 3).join(' | ') || `${sum((each) => each.accepted)} accepted`,
  )
  report.check('at least a tenth passes, so that what passes is looked at', sum((each) => each.accepted) >= bodies / 10)
  const reused = sum((each) => each.reused)
  report.check('templates are used: at least one body in ten is read from one, with other times', reused >= bodies / 10)
  report.figure('generated_reused', reused)
  report.figure(
    'generated_accepted',
    sum((each) => each.accepted),
  )
  for (const kind of ['malformed', 'not-allowed', 'too-expensive', 'too-large'] as const) {
    report.figure(
      `generated_${kind}`,
      sum((each) => each.kinds[kind] ?? 0),
    )
  }
  report.figure('generated_per_second', done / seconds)
  report.figure('generated_slowest_ms', Math.max(...tallies.map((each) => each.slowestMs)))
}

/** Runs a share of the seeds in a separate process. */
function runShare(order: GeneratedOrder, report: Report): Promise<GeneratedTally> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL('./generated-process.ts', import.meta.url)))
    child.on('message', (message: GeneratedTally | number) => {
      if (typeof message === 'number') return report.step(`${message} of ${order.count} from seed ${order.first}`)
      resolve(message)
      child.disconnect()
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`a process ended with ${code}`)))
    child.send(order)
  })
}
