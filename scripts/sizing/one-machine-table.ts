import { assumptions } from './assumptions.ts'
import { size, sum } from './size.ts'
import { rounded, short, whole } from './sizing-table.ts'

const PROBES = 20
const DAYS = 30
const STEP = 100

/** What one machine takes all day from 20 probes, by its cores, as Markdown. */
export function oneMachineTable(): string {
  return [
    '| cores | events per second | events per day | memory, GiB | disk for 30 days, TiB |',
    '|---|---|---|---|---|',
    ...[2, 4, 8, 16].map((cores) => {
      const events = mostEvents(cores)
      const { memoryGibibytes, diskTebibytes } = needsOf(events)
      return `| ${cores} | ${whole(events)} | ${short(events * 86_400)} | ${whole(memoryGibibytes)} | ${rounded(diskTebibytes)} |`
    }),
  ].join('\n')
}

/** The largest rate that leaves enough of the cores free. */
export function mostEvents(cores: number): number {
  let events = STEP
  while (sum(Object.values(needsOf(events + STEP).busy)) <= cores * assumptions.targetUse) events += STEP
  return events
}

function needsOf(events: number) {
  return size({ events, probes: PROBES, days: DAYS, exported: 0.02, isReplicated: false })
}
