import type { CoveragePart } from '../coverage/coverage.ts'
import type { Proof } from '../command/proof.ts'

export const coverage: Proof<CoveragePart> = {
  topic: 'coverage',
  description: 'coverage is never reported as complete when it is not: by hour and probe, under kills, at full size',
  parts: {
    scenario: 'ten probes over six simulated hours, compared with an oracle, live and afterwards',
    pages: 'every page of the scenario in a browser, until the last cause has ended; runs only together with scenario',
    screens: 'pictures of these pages in each state; runs only together with pages',
    syslog: 'a cause that opens and ends at a real rsyslog, with a kill of the exporter in between',
    kills: 'hours stay exact when services are killed',
    cost: 'what coverage costs with many probes and days',
  },
  full: { amount: '50 kills, 10,000 probes, 30 days', duration: 'about an hour' },
  small: { amount: '4 kills, 500 probes, 3 days', duration: '2 minutes' },
  run: async (options) => (await import('../coverage/coverage.ts')).proveCoverage(options),
}
