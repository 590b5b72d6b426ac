import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { childrenOf } from '../../../stack/appliance-server.ts'
import type { Stack } from '../../../stack/stack.ts'
import { linesOf } from '../../harness/lines-of.ts'
import { readPage } from '../../metrics/pages.ts'
import type { Report } from '../../harness/report.ts'

const EVERY_MS = 1_000
const LOST = 'watchpost_indexer_records_lost_total'
const STALLED = 'watchpost_indexer_stalled_partitions'
const LOST_LINE = 'the log forgot events'
const STALLED_LINE = 'partition stalled'

/** Polls the metrics of every indexer for alarms. In this proof nothing is lost or stalled, so every alarm is false. */
export function watchAlarms({ state, folder }: Stack, extraPorts: () => readonly number[]) {
  const highest = new Map<string, number>([[LOST, 0]])
  const stopped = new AbortController()
  let polls = 0

  async function poll(port: number): Promise<void> {
    const values = await readPage(port).catch(() => [])
    if (values.length > 0) polls++
    for (const { name, value } of values) {
      if (name !== LOST && name !== STALLED) continue
      highest.set(name, Math.max(value, highest.get(name) ?? 0))
    }
  }

  const running = (async () => {
    while (!stopped.signal.aborted) {
      const children = (await childrenOf(state.config.internalPort)).filter(({ name }) => name.startsWith('indexer'))
      const ports = [...children.map(({ internalPort }) => internalPort), ...extraPorts()]
      await Promise.all(ports.map(poll))
      await sleep(EVERY_MS)
    }
  })()

  async function linesWith(text: string): Promise<number> {
    let count = 0
    for (const file of readdirSync(folder.logs).filter((name) => name.startsWith('indexer'))) {
      for await (const line of linesOf(join(folder.logs, file))) if (line.includes(text)) count++
    }
    return count
  }

  return {
    async check(report: Report): Promise<void> {
      stopped.abort()
      await running
      const lostLines = await linesWith(LOST_LINE)
      const lost = highest.get(LOST) ?? 0
      report.check(
        'no false alarm that the log forgot events',
        lost === 0 && lostLines === 0 && polls > 0,
        `${lost} counted in ${polls} polls, ${lostLines} lines`,
      )
      const stalled = highest.get(STALLED)
      const stalledLines = await linesWith(STALLED_LINE)
      report.check(
        'no false alarm that a partition stalled',
        stalled === 0 && stalledLines === 0,
        stalled === undefined ? `no indexer has the metric ${STALLED}` : `at most ${stalled}, ${stalledLines} lines`,
      )
    },
  }
}
