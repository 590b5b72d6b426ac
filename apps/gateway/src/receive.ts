import { hash } from 'node:crypto'
import type { DeadLetter, EventIdentity, RecordHeader, TimeBounds } from '@watchpost/model'
import { limits } from './limits.ts'
import type { KnownProbe } from './identity/known-probe.ts'
import type { Claim } from './ledger/mark-claims.ts'
import type { Batch } from './read-batch.ts'
import { Refusal } from './refusal.ts'
import type { GatewayTelemetry } from './telemetry.ts'

export interface ReceivePorts {
  log: {
    append(
      header: RecordHeader,
      receivedAt: number,
      records: Array<{ identity: EventIdentity; payload: Buffer }>,
    ): Promise<void>
  }
  deadLetters: { park(letters: DeadLetter[]): Promise<void> }
  /** Each of these throws a Refusal for what it cannot or must not write. */
  ledger: {
    /** Writes the high-water mark of the stream. */
    claim(claim: Claim): Promise<void>
    /** Enters events that went to the dead letters. */
    dead(identities: readonly EventIdentity[], arrivedAt: number): Promise<void>
    /** Collects stored events, to be entered soon. */
    received(stream: Pick<EventIdentity, 'probeId' | 'stream'>, arrivedAt: number, first: number, last: number): void
  }
  /** Version of the risk policy that scores events arriving now; undefined until one has been read. */
  policyVersion(): number | undefined
  /** How far the time of an event may lie from its arrival; undefined until settings have been read. */
  timeBounds(): TimeBounds | undefined
  telemetry: GatewayTelemetry
}

/** The probe that sent the batch. */
export type Sender = Pick<KnownProbe, 'id' | 'fqdn'>

export interface Receipt {
  stream: string
  first_sequence: number
  count: number
  next_sequence: number
}

/** Accepts a batch and answers only once all of it is stored. The probe keeps everything that was not acknowledged. */
export function createReceiver(
  { log, deadLetters, ledger, policyVersion, timeBounds, telemetry }: ReceivePorts,
  now: () => number = Date.now,
) {
  return async function receive(probe: Sender, { stream, firstSequence, lines }: Batch): Promise<Receipt> {
    const receivedAt = now()
    const header = headerOf(probe, policyVersion(), timeBounds())
    const { fitting, tooLarge, bytes } = sortOut(probe, { stream, firstSequence, lines })
    telemetry.received(lines.length, bytes)
    // Claim before storing: the mark that a probe reads must never be lower than what is in the log.
    await ledger.claim(claimOf(probe, { stream, firstSequence, lines }, bytes))

    try {
      await deadLetters.park(
        tooLarge.map(({ identity, payload }) => ({
          reason: 'too-large',
          detail: `${payload.length} bytes; an event is at most ${limits.eventBytes}.`,
          record: { identity, payload, ...header, receivedAt, partition: -1, offset: -1 },
        })),
      )
      if (fitting.length > 0) await log.append(header, receivedAt, fitting)
    } catch (error) {
      throw new Refusal('log-unavailable', 'Send the batch again.', { cause: error })
    }
    // The indexer never sees these, so enter them here, before the probe may forget them.
    if (tooLarge.length > 0) {
      await ledger.dead(
        tooLarge.map(({ identity }) => identity),
        receivedAt,
      )
    }
    ledger.received({ probeId: probe.id, stream }, receivedAt, firstSequence, firstSequence + lines.length - 1)
    const storedAt = now()
    telemetry.stored(fitting.length, tooLarge.length, (storedAt - receivedAt) / 1_000)
    telemetry.traced(fitting, receivedAt, storedAt)
    return { stream, first_sequence: firstSequence, count: lines.length, next_sequence: firstSequence + lines.length }
  }
}

interface NumberedEvent {
  identity: EventIdentity
  payload: Buffer
}

/** Numbers the events of a batch and separates those that are too large. */
function sortOut({ id: probeId }: Sender, { stream, firstSequence, lines }: Batch) {
  const fitting: NumberedEvent[] = []
  const tooLarge: NumberedEvent[] = []
  let bytes = 0
  let sequence = firstSequence
  for (const payload of lines) {
    const event = { identity: { probeId, stream, sequence: sequence++ }, payload }
    if (payload.length > limits.eventBytes) tooLarge.push(event)
    else fitting.push(event)
    bytes += payload.length
  }
  return { fitting, tooLarge, bytes }
}

function claimOf({ id: probeId }: Sender, { stream, firstSequence, lines }: Batch, bytes: number): Claim {
  const last = lines.at(-1) ?? Buffer.alloc(0)
  return {
    probeId,
    stream,
    firstSequence,
    nextSequence: firstSequence + lines.length,
    digest: hash('sha256', last, 'buffer'),
    bytes,
  }
}

/** Decided once, on arrival, and stored with the record, so that rebuilding the document gives the same result. */
function headerOf(
  { fqdn }: Sender,
  policyVersion: number | undefined,
  timeBounds: TimeBounds | undefined,
): RecordHeader {
  if (policyVersion === undefined || !timeBounds) throw new Refusal('store-unavailable', 'Send the batch again.')
  return { fqdn, policyVersion, timeBounds }
}
