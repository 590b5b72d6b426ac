import type { Asker } from '../../alerts/http.ts'
import type { Report } from '../../harness/report.ts'
import { perEvent, stageTimes } from '../../harness/stage-times.ts'
import type { StackFolder } from '../../../stack/stack-folder.ts'
import { followJob, type Job } from './follow-job.ts'

/** The pace of a job without kills, and the CPU time of an alert in each stage: what limits the pace. */
export async function measureAlone(
  report: Report,
  asker: Asker,
  bases: readonly string[],
  folder: StackFolder,
  filter: object,
): Promise<void> {
  const before = stageTimes(folder, {})
  const startedAt = performance.now()
  const started = await asker.ask<Job>(bases[0] ?? '', '/api/alerts/jobs', { filter, change: { assignee: 'admin' } })
  if (started.status !== 201) throw new Error(`no job: ${started.status} ${JSON.stringify(started.body)}`)
  const { state, done } = await followJob(asker, bases, started.body.self)
  const seconds = (performance.now() - startedAt) / 1_000
  const stages = Object.entries(perEvent(before, stageTimes(folder, {}), done))
  const costs = stages.filter(([, cost]) => cost >= 1).map(([stage, cost]) => `${stage} ${cost.toFixed(0)}`)
  report.figure('alone_alerts_per_second', done / seconds)
  report.figure('alone_cpu_us_per_alert', costs.join(', '))
  report.check('a job alone ends', state === 'finished' && done > 0, `${done} alerts in ${seconds.toFixed(1)} s`)
}
