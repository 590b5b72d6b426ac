import type { RunOptions } from '../command/proof.ts'
import { createReport } from '../harness/report.ts'
import { checkAccuracy } from './accuracy.ts'
import { checkColumns } from './columns.ts'
import { checkCorpus } from './bodies/corpus.ts'
import { checkCostly } from './costly.ts'
import { checkCoverage } from './coverage.ts'
import { checkGenerated } from './bodies/generated.ts'
import { withLargeSite } from './site/large-site.ts'
import { checkPressure } from './pressure.ts'
import { checkThroughApi } from './bodies/through-api.ts'
import { checkTimings } from './timings.ts'

export type GuardPart =
  | 'corpus'
  | 'generated'
  | 'timings'
  | 'coverage'
  | 'engine'
  | 'columns'
  | 'costly'
  | 'accuracy'
  | 'pressure'

/** The guard never fails, lets only its grammar through, and accepted bodies do no harm. */
export async function proveGuard({ dir, isSmall, seed, events, only }: RunOptions<GuardPart>): Promise<void> {
  const report = createReport('guard')
  const isWanted = (part: GuardPart) => only.includes(part)
  report.figure('seed', seed)
  if (isWanted('corpus')) checkCorpus(report)
  if (isWanted('generated')) await checkGenerated({ report, bodies: isSmall ? 20_000 : 1_000_000, seed })
  if (isWanted('timings')) checkTimings(report, isSmall ? { runs: 20, mostMs: 40 } : { runs: 100, mostMs: 20 })
  if (isWanted('coverage')) await checkCoverage(report)
  if (isWanted('engine'))
    await checkThroughApi({ report, dir, bodies: isSmall ? 2_000 : 100_000, times: isSmall ? 200 : 2_000, seed })
  const documents = events ?? (isSmall ? 50_000 : 10_000_000)
  const needsBodies = isWanted('costly') || isWanted('accuracy')
  if (needsBodies || isWanted('columns')) {
    const bodies = needsBodies ? (isSmall ? 60 : 2_000) : 0
    await withLargeSite({ report, dir, documents, bodies, seed }, async (site) => {
      if (isWanted('columns')) await checkColumns(report, site, isSmall)
      if (isWanted('costly')) await checkCostly(report, site)
      if (isWanted('accuracy')) await checkAccuracy({ report, dir, bodies: isSmall ? 10 : 500, isSmall }, site)
    })
  }
  if (isWanted('pressure')) {
    await checkPressure({
      report,
      dir,
      documents,
      seed,
      seconds: isSmall ? 20 : 300,
      rate: isSmall ? 500 : 3_000,
      isSmall,
    })
  }
  report.end()
}
