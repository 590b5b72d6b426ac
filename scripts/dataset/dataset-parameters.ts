import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The parameters of a data set. */
export interface DatasetParameters {
  events: number
  /** How many of the events are alerts, over all detectors. */
  alerts: number
  /** The events are spread evenly over this many days before the end. */
  days: number
  seed: number
  probes: number
  /** Every second probe was disconnected: its events arrive this many days after they happened. */
  lateDays?: number
  /** Leaves out the events; only the alert list entries and clusters exist. */
  isEntriesOnly?: boolean
}

export const DEFAULT_PROBES = 20
const ROOT = resolve(import.meta.dirname, '../..')

/** The code that determines the stored documents: when it changes, data sets are built again. */
const SOURCES = [
  'apps/simulate/src/generate',
  'packages/model/src',
  'packages/risk/src',
  'packages/engine/src/mapping',
  'packages/engine/src/clusters/cluster-document.ts',
  'packages/engine/src/clusters/cluster-fields.ts',
  'apps/clusters/src/cluster-documents.ts',
  'apps/clusters/src/tallies.ts',
  'apps/clusters/src/tally.ts',
  'scripts/dataset/make-documents.ts',
  // The version of the engine, which does not read what a later one wrote.
  'packages/servers/src/installed.ts',
]

/** The name of a data set: its parameters and a digest of the code that builds it. */
export function datasetKey(parameters: DatasetParameters): string {
  const { events, alerts, days, seed, probes, lateDays, isEntriesOnly } = parameters
  const made = isEntriesOnly ? 'unstored-events' : 'events'
  const spread = lateDays ? `${days}-days-half-${lateDays}-late` : `${days}-days`
  return `${events}-${made}-${alerts}-alerts-${spread}-${probes}-probes-seed-${seed}-${sourceDigest()}`
}

/** Eight hexadecimal digits that change with the code of the sources. Comments do not count. */
export function sourceDigest(): string {
  const hash = createHash('sha256')
  for (const path of SOURCES.flatMap(filesIn).toSorted()) {
    hash.update(path)
    hash.update(codeOf(readFileSync(join(ROOT, path), 'utf8')))
  }
  return hash.digest('hex').slice(0, 8)
}

/** A source without the lines that are comments. */
export function codeOf(source: string): string {
  return source.replace(/^[ ]*(?:\/\*\*?[ \n](?:[^*]|\*(?!\/))*\*\/|\/\/.*)\n/gm, '')
}

function filesIn(source: string): string[] {
  if (source.endsWith('.ts')) return [source]
  return readdirSync(join(ROOT, source), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(source, name))
}
