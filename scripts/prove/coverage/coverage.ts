import type { RunOptions } from '../command/proof.ts'
import { createReport } from '../harness/report.ts'
import { startClockedStack } from './clocked-stack.ts'
import { proveCost } from './cost/cost.ts'
import { proveHoursUnderKills } from './kills/kills.ts'
import { preparePages, withPages } from './pages/open-pages.ts'
import { proveScenario } from './scenario.ts'
import { proveStatementsBySyslog } from './syslog/by-syslog.ts'

export type CoveragePart = 'scenario' | 'pages' | 'screens' | 'syslog' | 'kills' | 'cost'

/** Coverage never claims completeness wrongly: by hour and probe, live and afterwards, under kills, at full size. */
export async function proveCoverage({ dir, isSmall, seed, only }: RunOptions<CoveragePart>): Promise<void> {
  const report = createReport('coverage')
  const hasPages = only.includes('scenario') && only.includes('pages')
  if (hasPages) await preparePages()
  {
    await using stage = await startClockedStack(dir)
    if (only.includes('scenario')) {
      const pictures = only.includes('screens') ? `${dir}-screens` : undefined
      const looking = { stack: stage.proof.stack, report, now: stage.clock.now, pictures }
      if (hasPages) await withPages(looking, (pages) => proveScenario(stage, report, pages))
      else await proveScenario(stage, report)
    }
    if (only.includes('syslog')) await proveStatementsBySyslog(stage, report)
    if (only.includes('kills')) {
      await proveHoursUnderKills(stage, report, isSmall ? { kills: 4, hours: 2, seed } : { kills: 50, hours: 10, seed })
    }
    if (only.includes('cost')) {
      await proveCost(
        stage,
        report,
        isSmall
          ? { probes: 500, days: 3, requests: 20, leniency: 3, events: 10_000 }
          : { probes: 10_000, days: 30, requests: 100, leniency: 1, events: 200_000 },
      )
    }
  }
  report.end()
}
