import { documentId, type EventDocument, prepare } from '@watchpost/model'
import type { Frame } from '../../apps/simulate/src/generate/frame.ts'
import { createGenerator, streamOf } from '../../apps/simulate/src/generate/generator.ts'
import type { WireEvent } from '../../apps/simulate/src/generate/wire-event.ts'
import { alertOf, type OracleRow, oracleRow } from '../../apps/simulate/src/oracle/oracle-row.ts'
import type { DatasetParameters } from './dataset-parameters.ts'

/** A stored document, the day it belongs to, and its row of the oracle if it is an alert. */
export interface MadeDocument {
  document: EventDocument
  day: string
  time: string
  row?: OracleRow
}

const SLICE = 500
const PARTITIONS = 12
/** How long an event takes from the probe to the gateway. */
const TRAVEL_MS = 1_500

/** The frame of a data set whose newest events are of `endAt`. */
export function frameOf({ events, alerts, days, seed, probes }: DatasetParameters, endAt: number): Frame {
  return {
    seed,
    firstRunAt: endAt,
    hours: days * 24,
    lap: Math.ceil(events / probes),
    late: 0,
    alertShare: alerts / events,
    isEven: true,
  }
}

/**
 * Makes the documents of a data set in order of time, all probes side by side, by the same steps as the indexer's; only
 * the way through gateway and log is left out.
 */
export function* makeDocuments(parameters: DatasetParameters, endAt: number): Generator<MadeDocument[]> {
  const { events, probes, seed } = parameters
  const frame = frameOf(parameters, endAt)
  const generator = createGenerator(frame)
  const senders = Array.from({ length: probes }, (_, index) => ({
    probe: index + 1,
    fqdn: `probe-${String(index + 1).padStart(2, '0')}.example.test`,
    stream: streamOf(seed, index + 1),
    events: Math.floor(events / probes) + (index < events % probes ? 1 : 0),
  }))
  const offsets = Array.from({ length: PARTITIONS }, () => 0)

  for (let first = 0; first < frame.lap; first += SLICE) {
    for (const { probe, fqdn, stream, events: own } of senders) {
      const count = Math.min(SLICE, own - first)
      if (count <= 0) continue
      yield generator.events(probe, first, count).map((event, index) => {
        const sequence = first + index
        const partition = probe % PARTITIONS
        const offset = offsets[partition] ?? 0
        offsets[partition] = offset + 1
        return makeDocument({ event, probe, fqdn, stream, sequence, partition, offset })
      })
    }
  }
}

/** Probes take turns: the time that one turn of one probe spans. */
export function turnMs({ events, probes, days }: DatasetParameters): number {
  return (days * 86_400_000 * SLICE * probes) / events
}

interface Arrival {
  event: WireEvent
  probe: number
  fqdn: string
  stream: string
  sequence: number
  partition: number
  offset: number
}

function makeDocument({ event, probe, fqdn, stream, sequence, partition, offset }: Arrival): MadeDocument {
  const line = JSON.stringify(event)
  const time = (event.timestamp_detected ?? event.timestamp ?? '').slice(0, 23)
  const sentAt = (event.timestamp_analyzed ?? time).slice(0, 23)
  const identity = { probeId: probe, stream, sequence }
  const receivedAt = Date.parse(`${sentAt}Z`) + TRAVEL_MS
  const outcome = prepare({
    identity,
    fqdn,
    policyVersion: 1,
    receivedAt,
    partition,
    offset,
    payload: Buffer.from(line),
  })
  if (outcome.kind !== 'ready')
    throw new Error(`event ${documentId(identity)} is no document: ${outcome.letter.detail}`)
  return {
    document: outcome.document,
    day: time.slice(0, 10),
    time: `${time}Z`,
    ...(alertOf(event) ? { row: oracleRow({ probe, fqdn, stream, sequence, event, line }) } : {}),
  }
}
