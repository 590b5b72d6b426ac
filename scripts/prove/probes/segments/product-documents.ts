import { buildIndexBody } from '@watchpost/engine'
import { documentId, prepare, type StoredFamily } from '@watchpost/model'
import { createGenerator, streamOf } from '../../../../apps/simulate/src/generate/generator.ts'
import { KINDS } from '../../../../apps/simulate/src/generate/mix.ts'

export const PROBES = 8
const SEED = 1
const ALERT_SHARE = 0.02
const KINDS_OF_ONE_INDEX = KINDS.filter((kind) => !['malware', 'shellcode', 'powershell'].includes(kind))

/** A document of the appliance as bulk request lines, with the EVE size of its event. */
export interface ProductDocument {
  lines: string
  /** The list entry, if it is an alert. */
  entry: string | undefined
  bytes: number
}

/** The documents of events, all probes in turn, each starting at an offset in its stream. */
export function* productDocuments(count: number, from = 0): Generator<ProductDocument> {
  const now = Date.now()
  const lap = Math.ceil(count / PROBES)
  const generator = createGenerator({
    seed: SEED,
    firstRunAt: now,
    hours: 1,
    lap,
    late: 0,
    alertShare: ALERT_SHARE,
    kinds: KINDS_OF_ONE_INDEX,
  })
  for (let n = 0; n < count; n++) {
    const probeId = 1 + (n % PROBES)
    const place = Math.floor(n / PROBES)
    const [event] = generator.events(probeId, place, 1)
    const line = JSON.stringify(event)
    const outcome = prepare({
      identity: { probeId, stream: streamFor(probeId), sequence: from + place },
      fqdn: `probe-${probeId}.example.test`,
      policyVersion: 1,
      receivedAt: now,
      partition: probeId,
      offset: from + place,
      payload: Buffer.from(line),
    })
    if (outcome.kind === 'dead') throw new Error(`event ${n} is no document: ${outcome.letter.detail}`)
    const { id, json, entry } = outcome.document
    const action = `{"create":{"_id":"${id}"}}\n`
    yield {
      lines: `${action}${json}\n`,
      entry: entry && `${action}${entry.json}\n`,
      bytes: Buffer.byteLength(line) + 1,
    }
  }
}

/** A nearly empty document with an id like the appliance's. */
export function tinyDocument(n: number): string {
  const probeId = 1 + (n % PROBES)
  const id = documentId({ probeId, stream: streamFor(probeId), sequence: Math.floor(n / PROBES) })
  return `{"create":{"_id":"${id}"}}\n{}\n`
}

const streams = new Map<number, string>()
function streamFor(probeId: number): string {
  const known = streams.get(probeId) ?? streamOf(SEED, probeId)
  streams.set(probeId, known)
  return known
}

/** The body of an index as the appliance creates it, with other settings if given. */
export function productIndex(family: StoredFamily, more: Record<string, unknown> = {}): object {
  const { settings, mappings } = buildIndexBody(family, { shards: 1, replicas: 0, refreshSeconds: 1, codec: 'default' })
  return { settings: { index: { ...settings.index, ...more } }, mappings }
}

/** Splits into chunks of this size; the last one may be smaller. */
export function* inPieces<T>(all: Iterable<T>, size: number): Generator<T[]> {
  let piece: T[] = []
  for (const each of all) {
    piece.push(each)
    if (piece.length < size) continue
    yield piece
    piece = []
  }
  if (piece.length > 0) yield piece
}
