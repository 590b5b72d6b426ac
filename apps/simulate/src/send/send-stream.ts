import { createBackOff } from '@watchpost/runtime'
import type { Batch } from './batch.ts'
import type { Clock } from './clock.ts'
import type { Attempt } from './gateway-client.ts'

/** Whether a batch is sent for the first time, again without an answer, or again on purpose. */
export type Turn = 'first' | 'retry' | 'repeat'

export interface SendPorts {
  /** The next batch in order, once it may be sent; undefined when there are no more. */
  next(): Promise<Batch | undefined>
  send(batch: Batch): Promise<Attempt>
  acknowledged(batch: Batch): Promise<void>
  /** Called for every attempt and every pause, for the counters. */
  attempted(batch: Batch, attempt: Attempt, turn: Turn): void
  pausing(isHeld: boolean, reason: string): void
  resumed(): void
  /** True if an acknowledged batch is to be sent once more, as a probe does that lost the answer. */
  isRepeated(batch: Batch): boolean
  draw(): number
  clock: Clock
}

export interface SendOptions {
  inFlight: number
  /** Gives up after this time without an acknowledgement; never by default. */
  giveUpMs?: number
}

/** The gateway refuses this stream, or has not answered for too long. */
export class SendError extends Error {
  override readonly name = 'SendError'
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

const backOffMs = createBackOff({ firstMs: 200, mostMs: 10_000 })

type Trouble = Exclude<Attempt, { kind: 'acknowledged' }>

/**
 * Sends one probe's stream: batches are sent in order, several at a time. After a failure nothing new is sent until
 * everything unacknowledged has been sent again, in order. When `stop` aborts, it finishes the requests in flight.
 */
export async function sendStream(ports: SendPorts, { inFlight, giveUpMs }: SendOptions, stop: AbortSignal) {
  const unacknowledged: Batch[] = []
  const { clock } = ports
  let failures = 0
  let lastGoodAt = clock.now()

  async function deliver(batch: Batch, turn: Turn): Promise<Trouble | undefined> {
    const attempt = await ports.send(batch)
    ports.attempted(batch, attempt, turn)
    if (attempt.kind !== 'acknowledged') return attempt
    failures = 0
    lastGoodAt = clock.now()
    unacknowledged.splice(unacknowledged.indexOf(batch), 1)
    await ports.acknowledged(batch)
    // The outcome of the repeat does not matter: the batch is stored.
    if (ports.isRepeated(batch)) ports.attempted(batch, await ports.send(batch), 'repeat')
    return undefined
  }

  /** Sends until everything is sent, something fails, or `stop` aborts; ends with no request in flight. */
  async function round(): Promise<Trouble | undefined> {
    let trouble: Trouble | undefined
    let fault: Error | undefined
    const flights = new Set<Promise<void>>()
    const mayGoOn = () => !trouble && !fault && !stop.aborted
    async function fly(batch: Batch, turn: Turn): Promise<void> {
      try {
        const failed = await deliver(batch, turn)
        trouble = failed?.kind === 'refused' ? failed : (trouble ?? failed)
      } catch (error) {
        fault ??= error as Error
      }
    }
    async function launch(batch: Batch, turn: Turn): Promise<void> {
      const flight = fly(batch, turn).finally(() => flights.delete(flight))
      flights.add(flight)
      while (flights.size >= inFlight) await Promise.race(flights)
    }
    for (const batch of unacknowledged.slice()) {
      if (!mayGoOn()) break
      await launch(batch, 'retry')
    }
    while (mayGoOn()) {
      const batch = await ports.next()
      if (!batch) break
      unacknowledged.push(batch)
      await launch(batch, 'first')
    }
    await Promise.all(flights)
    if (fault) throw fault
    return trouble
  }

  for (;;) {
    const trouble = await round()
    if (trouble?.kind === 'refused') throw new SendError(trouble.code, trouble.reason)
    if (!trouble || stop.aborted) return
    if (giveUpMs !== undefined && clock.now() - lastGoodAt > giveUpMs) {
      throw new SendError(
        'gave-up',
        `Nothing was acknowledged for ${Math.round(giveUpMs / 1_000)} s: ${trouble.reason}`,
      )
    }
    const isHeld = trouble.kind === 'held'
    const pauseMs = isHeld ? trouble.afterMs * (1 + 0.2 * ports.draw()) : backOffMs(++failures, ports.draw())
    ports.pausing(isHeld, trouble.reason)
    await clock.sleep(pauseMs, stop)
    ports.resumed()
  }
}
