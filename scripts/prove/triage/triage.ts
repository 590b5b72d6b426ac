import type { RunOptions } from '../command/proof.ts'
import { createReport } from '../harness/report.ts'
import { checkFilters } from './filters/filters.ts'
import { checkJob } from './job/job.ts'
import { checkTriageSpeed } from './speed/speed.ts'

export type TriagePart = 'filters' | 'job' | 'speed'

/** Analysts work on alerts: filters agree everywhere, one action changes many alerts exactly, and pages stay fast. */
export async function proveTriage(options: RunOptions<TriagePart>): Promise<void> {
  const report = createReport('triage')
  if (options.only.includes('filters')) await checkFilters(report, options)
  if (options.only.includes('job')) await checkJob(report, options)
  if (options.only.includes('speed')) await checkTriageSpeed(report, options)
  report.end()
}
