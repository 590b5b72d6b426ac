import { parseArgs } from 'node:util'
import { sizingTable } from './sizing-table.ts'
import { steps } from './loads.ts'

const usage = `pnpm sizing [--events N --probes N] [--days 30] [--exported 0.02] [--compressed] [--one-machine]
    prints the cores, memory, disk and settings for a load; without --events the steps of docs/scale.md

  --events N      events per second, in steady state
  --probes N      probes that send them
  --days N        retention (30)
  --exported S    share of the events that is exported by syslog (0.02)
  --compressed    stored with best_compression: 38% less disk, hits are read four times as slowly
  --one-machine   without replicas: a failed disk loses its events`

const options = {
  events: { type: 'string' },
  probes: { type: 'string', default: '100' },
  days: { type: 'string', default: '30' },
  exported: { type: 'string', default: '0.02' },
  compressed: { type: 'boolean', default: false },
  'one-machine': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

function numberOf(name: string, text: string, least: number): number {
  const value = Number(text)
  if (!Number.isFinite(value) || value < least) throw new Error(`--${name} is not a number from ${least}: ${text}`)
  return value
}

function answer(): string {
  const { values } = parseArgs({ options })
  if (values.help) return usage
  if (values.events === undefined) return sizingTable(steps)
  const load = {
    events: numberOf('events', values.events, 1),
    probes: numberOf('probes', values.probes, 1),
    days: numberOf('days', values.days, 1),
    exported: numberOf('exported', values.exported, 0),
    isReplicated: !values['one-machine'],
    isCompressed: values.compressed,
  }
  return sizingTable([{ name: values['one-machine'] ? 'one machine' : 'one cluster', clusters: 1, load }])
}

try {
  console.log(answer())
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  process.exitCode = 2
}
