import type { CatalogField } from '@watchpost/engine'
import { prepare } from '@watchpost/model'
import { createGenerator } from '../../../../apps/simulate/src/generate/generator.ts'
import { eveTime } from '../../../../apps/simulate/src/generate/frame.ts'
import { KINDS } from '../../../../apps/simulate/src/generate/mix.ts'
import { valueOf } from './field-values.ts'

/** Fields that the appliance itself writes. */
const ENVELOPE = /^(@timestamp|timestamp|timestamp_.*|ingest|uuid|type|event_type|probe|alert_view|clock_fault)(\.|$)/
const EVENT_TYPES = ['alert', 'dns', 'http', 'tls', 'flow', 'fileinfo', 'anomaly']
/** One event in this many has a field, and one in this many of those has two values of it. */
const EVERY = 16
const TWICE = 5
/** One event in this many claims an impossible time. */
const WRONG_TIME = 50
const HOUR_MS = 3_600_000
const TIME_BOUNDS = { aheadMinutes: 60, oldestDays: 365 }
const STREAM = 'f1e1d5'.padEnd(32, '0')

/** In earlier versions every document had these, even if equal to `@timestamp`. */
const TIMES = ['timestamp_detected', 'timestamp_analyzed']

/** A document as the appliance stores it, and its reference form with every time under every name. */
export interface FieldDocument {
  id: string
  json: string
  whole: string
}

export interface MadeFields {
  documents: FieldDocument[]
  /** For each field, the first value in a document. */
  samples: ReadonlyMap<string, unknown>
}

/** Events with every field of a catalogue, and others like a sensor's, as the appliance stores them. */
export function makeFieldDocuments(
  catalog: ReadonlyMap<string, CatalogField>,
  { made, generated, now }: { made: number; generated: number; now: number },
): MadeFields {
  const paths = [...catalog.keys()].filter((path) => !ENVELOPE.test(path))
  const events = Array.from({ length: made }, (_, n) => madeEvent(catalog, paths, n, now))
  const kinds = KINDS.filter((kind) => !['malware', 'shellcode', 'powershell'].includes(kind))
  const frame = { seed: 24, firstRunAt: now, hours: 12, lap: generated, late: 0, alertShare: 0.1, kinds }
  events.push(...createGenerator(frame).events(1, 0, generated))
  const documents = events.map((event, sequence) => documentOf(event, sequence, now))
  return { documents, samples: samplesOf(catalog, documents) }
}

function madeEvent(
  catalog: ReadonlyMap<string, CatalogField>,
  paths: readonly string[],
  n: number,
  now: number,
): object {
  const at = n % WRONG_TIME === WRONG_TIME - 1 ? 0 : now - HOUR_MS - n * 1_000
  const event: Record<string, unknown> = {
    timestamp: eveTime(at),
    event_type: EVENT_TYPES[n % EVENT_TYPES.length],
  }
  for (const [place, path] of paths.entries()) {
    const field = catalog.get(path)
    if (!field || (n + place) % EVERY !== 0) continue
    const value = valueOf(path, field, n, now)
    const isTwice = n % TWICE === 0 && !['object', 'flat_object'].includes(field.type)
    put(event, path, isTwice ? [value, valueOf(path, field, n + 1, now)] : value)
  }
  return event
}

function samplesOf(
  catalog: ReadonlyMap<string, CatalogField>,
  documents: readonly FieldDocument[],
): ReadonlyMap<string, unknown> {
  const samples = new Map<string, unknown>()
  const walk = (value: unknown, path: string) => {
    if (Array.isArray(value)) return value.forEach((each) => walk(each, path))
    if (catalog.has(path)) {
      if (!samples.has(path)) samples.set(path, value)
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) walk(inner, path ? `${path}.${name}` : name)
    }
  }
  for (const { whole } of documents) walk(JSON.parse(whole), '')
  return samples
}

function put(event: Record<string, unknown>, path: string, value: unknown): void {
  const parents = path.split('.')
  const name = parents.pop() ?? path
  let at = event
  for (const parent of parents) at = (at[parent] ??= {}) as Record<string, unknown>
  at[name] = value
}

function documentOf(event: object, sequence: number, now: number): FieldDocument {
  const outcome = prepare({
    identity: { probeId: 1 + (sequence % 3), stream: STREAM, sequence },
    fqdn: `probe-${1 + (sequence % 3)}.example.test`,
    policyVersion: 1,
    receivedAt: now,
    timeBounds: TIME_BOUNDS,
    partition: sequence % 12,
    offset: sequence,
    payload: Buffer.from(JSON.stringify(event)),
  })
  if (outcome.kind === 'dead') throw new Error(`event ${sequence} is no document: ${outcome.letter.detail}`)
  const { id, json } = outcome.document
  const source = JSON.parse(json) as Record<string, unknown>
  for (const name of TIMES) source[name] ??= source['@timestamp']
  return { id, json, whole: JSON.stringify(source) }
}
