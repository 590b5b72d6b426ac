import { documentId, type EventDocument, prepare } from '@watchpost/model'
import type { Frame } from '../../apps/simulate/src/generate/frame.ts'
import { createGenerator, streamOf } from '../../apps/simulate/src/generate/generator.ts'
import type { WireEvent } from '../../apps/simulate/src/generate/wire-event.ts'
import { alertOf, type OracleRow, oracleRow } from '../../apps/simulate/src/oracle/oracle-row.ts'
import type { DatasetParameters } from './dataset-parameters.ts'

/** A stored document and its row of the oracle if it is an alert. */
export interface MadeDocument {
  document: EventDocument
  /** Of its arrival: the generation that it belongs to. */
  day: string
  /** When it happened. */
  time: string
  row?: OracleRow
}

const SLICE = 500
const PARTITIONS = 12
/** How long an event takes from the probe to the gateway. */
const TRAVEL_MS = 1_500
const DAY_MS = 86_400_000

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

/** How long after an event the probe could send it. */
function delayMs({ lateDays = 0 }: DatasetParameters, probe: number): number {
  return probe % 2 === 0 ? lateDays * DAY_MS : 0
}

/**
 * Makes the documents of a data set in order of arrival, all probes side by side, by the same steps as the indexer's;
 * only the way through gateway and log is left out. What is late happened before, not later: nothing arrives after
 * `endAt`.
 */
export function* makeDocuments(parameters: DatasetParameters, endAt: number): Generator<MadeDocument[]> {
  const { events, probes, seed } = parameters
  const frame = frameOf(parameters, endAt)
  const generators = new Map(
    Array.from({ length: probes }, (_, index) => delayMs(parameters, index + 1)).map((delay) => [
      delay,
      createGenerator({ ...frame, firstRunAt: frame.firstRunAt - delay }),
    ]),
  )
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
      const delay = delayMs(parameters, probe)
      const made = generators.get(delay)?.events(probe, first, count) ?? []
      yield made.map((event, index) => {
        const sequence = first + index
        const partition = probe % PARTITIONS
        const offset = offsets[partition] ?? 0
        offsets[partition] = offset + 1
        return makeDocument({ event, delay, probe, fqdn, stream, sequence, partition, offset })
      })
    }
  }
}

/** Probes take turns: the time that one turn of one probe spans. */
export function turnMs({ events, probes, days }: DatasetParameters): number {
  return (days * DAY_MS * SLICE * probes) / events
}

interface Arrival {
  event: WireEvent
  /** How long the probe could not send it. */
  delay: number
  probe: number
  fqdn: string
  stream: string
  sequence: number
  partition: number
  offset: number
}

function makeDocument({ event, delay, probe, fqdn, stream, sequence, partition, offset }: Arrival): MadeDocument {
  const line = JSON.stringify(event)
  const time = (event.timestamp_detected ?? event.timestamp ?? '').slice(0, 23)
  const sentAt = (event.timestamp_analyzed ?? time).slice(0, 23)
  const identity = { probeId: probe, stream, sequence }
  const receivedAt = Date.parse(`${sentAt}Z`) + delay + TRAVEL_MS
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
    day: new Date(Date.parse(`${time}Z`) + delay).toISOString().slice(0, 10),
    time: `${time}Z`,
    ...(alertOf(event) ? { row: oracleRow({ probe, fqdn, stream, sequence, event, line }) } : {}),
  }
}
