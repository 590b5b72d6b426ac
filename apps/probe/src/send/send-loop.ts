import { createBackOff, type Logger } from '@watchpost/runtime'
import type { Clock } from '../disk/clock.ts'
import type { Batch } from '../spool/batch.ts'
import type { Trouble } from './trouble.ts'

export interface SendPorts {
  spool: {
    waiting(): readonly Batch[]
    body(batch: Batch): Promise<Buffer | undefined>
    acknowledge(batch: Batch): Promise<void>
    restart(fromSerial: number, why: string): Promise<void>
    changed(stop: AbortSignal): Promise<void>
  }
  gateway: { send(batch: Batch, body: Buffer): Promise<'acknowledged' | Trouble> }
  /** Compares sequences with the gateway, before the first batch and after every break. */
  settle(): Promise<'settled' | Trouble>
  /** Restores the lines of a damaged batch, or abandons its sequences. */
  mend(batch: Batch): Promise<void>
  /** Waits until this many bytes may be sent. */
  pace(bytes: number, stop: AbortSignal): Promise<void>
  /** Informed when the connection works, and of the reason when it does not. */
  state: { connected(): void; troubled(trouble: Trouble): void }
  clock: Clock
  random: () => number
  logger: Logger
}

const REFUSED_PAUSE_MS = 60_000
const backOffMs = createBackOff({ firstMs: 500, mostMs: 60_000 })

/**
 * Sends the spool: batches are sent in order, several at a time. After a failure nothing new is sent until everything
 * unacknowledged has been sent again, in order. When `stop` aborts, it finishes the requests in flight.
 */
export async function runSendLoop(ports: SendPorts, inFlight: number, stop: AbortSignal): Promise<void> {
  const { spool, gateway, state, clock, random, logger } = ports
  let failures = 0
  let isSettled = false

  async function deliver(batch: Batch): Promise<Trouble | undefined> {
    const body = await spool.body(batch)
    if (!body) {
      await ports.mend(batch)
      // If its sequences were abandoned, the gateway has to know before anything else.
      isSettled = false
      return { kind: 'held', afterMs: 0, reason: 'a batch on disk was damaged' }
    }
    await ports.pace(body.length, stop)
    const outcome = await gateway.send(batch, body)
    if (outcome !== 'acknowledged') return outcome
    failures = 0
    state.connected()
    await spool.acknowledge(batch)
    return undefined
  }

  /** Sends until something fails or `stop` aborts; ends with no request in flight. */
  async function round(): Promise<Trouble | undefined> {
    let trouble: Trouble | undefined
    let fault: Error | undefined
    let sent = 0
    let torn = Infinity
    const flights = new Set<Promise<void>>()
    const mayGoOn = () => !trouble && !fault && !stop.aborted
    async function fly(batch: Batch): Promise<void> {
      try {
        const failed = await deliver(batch)
        if (failed?.kind === 'torn') torn = Math.min(torn, batch.serial)
        trouble = failed ?? trouble
      } catch (error) {
        fault ??= error as Error
      }
    }
    while (mayGoOn()) {
      const batch = spool.waiting().find(({ serial }) => serial > sent)
      if (batch && flights.size < inFlight) {
        sent = batch.serial
        const flight = fly(batch).finally(() => flights.delete(flight))
        flights.add(flight)
      } else {
        await Promise.race([...flights, ...(batch ? [] : [spool.changed(stop)])])
      }
    }
    await Promise.all(flights)
    if (fault) throw fault
    // Wait for all answers first: an accepted batch keeps the sequences under which it was accepted.
    if (torn < Infinity) await spool.restart(torn, 'the gateway takes no more of this stream')
    return trouble
  }

  async function pauseAfter(trouble: Trouble): Promise<void> {
    state.troubled(trouble)
    if (trouble.kind === 'held') return clock.sleep(trouble.afterMs * (1 + 0.2 * random()), stop)
    // The break may have lost answers, or the gateway may have been replaced: compare before sending again.
    isSettled = false
    if (trouble.kind === 'torn') return
    failures += 1
    const isRefused = trouble.kind === 'refused'
    logger[isRefused ? 'error' : 'warn'](
      { ...trouble, failures },
      isRefused ? 'the gateway refuses us, everything is kept' : 'the gateway does not answer',
    )
    await clock.sleep(isRefused ? REFUSED_PAUSE_MS : backOffMs(failures, random()), stop)
  }

  while (!stop.aborted) {
    const settled = isSettled ? 'settled' : await ports.settle()
    if (settled === 'settled') {
      if (!isSettled) state.connected()
      isSettled = true
    }
    const trouble = settled === 'settled' ? await round() : settled
    if (trouble && !stop.aborted) await pauseAfter(trouble)
  }
}
