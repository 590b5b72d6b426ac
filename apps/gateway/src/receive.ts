import type { DeadLetter, EventIdentity, RecordHeader } from '@watchpost/model'
import { limits } from './limits.ts'
import type { KnownProbe } from './identity/known-probe.ts'
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
  /** The version of the risk policy by which what arrives now is scored; undefined while none is known. */
  policyVersion(): number | undefined
  telemetry: GatewayTelemetry
}

/** Whose batch it is. */
export type Sender = Pick<KnownProbe, 'id' | 'fqdn'>

export interface Receipt {
  stream: string
  first_sequence: number
  count: number
  next_sequence: number
}

/** Takes a batch and answers only once all of it is stored. What the answer does not cover, the probe still has. */
export function createReceiver(
  { log, deadLetters, policyVersion, telemetry }: ReceivePorts,
  now: () => number = Date.now,
) {
  return async function receive(probe: Sender, { stream, firstSequence, lines }: Batch): Promise<Receipt> {
    const receivedAt = now()
    const header = headerOf(probe, policyVersion())
    const records = lines.map((payload, index) => ({
      identity: { probeId: probe.id, stream, sequence: firstSequence + index },
      payload,
    }))
    telemetry.received(records.length, lines)

    const tooLarge = records.filter(({ payload }) => payload.length > limits.eventBytes)
    const fitting =
      tooLarge.length === 0 ? records : records.filter(({ payload }) => payload.length <= limits.eventBytes)
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
    const storedAt = now()
    telemetry.stored(fitting.length, tooLarge.length, (storedAt - receivedAt) / 1_000)
    telemetry.traced(fitting, receivedAt, storedAt)
    return { stream, first_sequence: firstSequence, count: lines.length, next_sequence: firstSequence + lines.length }
  }
}

/** Decided here, once, and kept with the record: whoever builds the document later builds the same one. */
function headerOf({ fqdn }: Sender, policyVersion: number | undefined): RecordHeader {
  if (policyVersion === undefined) throw new Refusal('store-unavailable', 'Send the batch again.')
  return { fqdn, policyVersion }
}
