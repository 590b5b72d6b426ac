import { expect, test } from 'vitest'
import { createGenerator, streamOf } from '../generate/generator.ts'
import { type Batch, makeBatch } from './batch.ts'
import { type Clock, systemClock } from './clock.ts'
import { createGatewayClient } from './gateway-client.ts'
import { type SendOptions, type SendPorts, sendStream } from './send-stream.ts'
import { startTestGateway, type TestGateway } from './test-gateway.ts'

const BATCH = 20
const generator = createGenerator({ seed: 5, firstRunAt: Date.now(), hours: 1, lap: 1_000, late: 0, alertShare: 0.02 })
const sender = { id: 1, fqdn: 'probe-01.example.test', stream: streamOf(5, 1) }
const lines = (first: number, count: number) => generator.events(1, first, count).map((each) => JSON.stringify(each))

/** Sends `batches` batches to the gateway; pauses are recorded and take no time. */
async function run(
  gateway: TestGateway,
  batches: number,
  options: Partial<SendOptions> & { ports?: Partial<SendPorts>; stop?: AbortSignal } = {},
) {
  const acknowledged: number[] = []
  const pauses: number[] = []
  let made = 0
  const clock: Clock = {
    now: systemClock.now,
    async sleep(ms) {
      pauses.push(ms)
      await new Promise(setImmediate)
    },
  }
  const client = createGatewayClient({ ...gateway, connections: 4, timeoutMs: 2_000 })
  const done = sendStream(
    {
      next: async () => (made < batches ? makeBatch(generator, sender, BATCH * made++, BATCH) : undefined),
      send: (batch: Batch) => client.send(batch),
      acknowledged: async (batch) => void acknowledged.push(batch.first),
      attempted: () => {},
      pausing: () => {},
      resumed: () => {},
      isRepeated: () => false,
      draw: () => 0,
      clock,
      ...options.ports,
    },
    { inFlight: 4, ...options },
    options.stop ?? new AbortController().signal,
  )
  try {
    await done
  } finally {
    await client.close()
  }
  return { acknowledged, pauses }
}

test('sends every event with its number, as generated, over keep-alive connections', async () => {
  await using gateway = await startTestGateway()
  const { acknowledged } = await run(gateway, 30)
  expect(acknowledged.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, index) => index * BATCH))
  for (const { stream, first, lines: got } of gateway.seen) {
    expect(stream).toBe(sender.stream)
    expect(got).toEqual(lines(first, BATCH))
  }
  expect(gateway.connections()).toBeLessThanOrEqual(4)
})

test('sends batches in order when one is in flight at a time', async () => {
  await using gateway = await startTestGateway()
  await run(gateway, 10, { inFlight: 1 })
  expect(gateway.seen.map((each) => each.first)).toEqual(Array.from({ length: 10 }, (_, index) => index * BATCH))
})

test('resends lost batches, completely and in order, before new ones', async () => {
  await using gateway = await startTestGateway(({ first }, turn) =>
    turn < 4 && first >= BATCH ? 'hang-up' : undefined,
  )
  const { acknowledged } = await run(gateway, 8, { inFlight: 2 })
  expect(acknowledged.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 8 }, (_, index) => index * BATCH))
  const afterLoss = gateway.seen.slice(gateway.seen.findIndex((each) => each.first >= BATCH) + 1)
  const firstNew = afterLoss.findIndex((each) => each.first >= 4 * BATCH)
  expect(afterLoss.slice(0, firstNew).map((each) => each.first)).toContain(BATCH)
})

test('retries after 503, 500 and a broken connection, with growing pauses', async () => {
  const script = [{ status: 500 }, 'hang-up', { status: 502 }, { status: 503, retryAfter: 3 }] as const
  await using gateway = await startTestGateway((_, turn) => script[turn])
  const { acknowledged, pauses } = await run(gateway, 1)
  expect(acknowledged).toEqual([0])
  expect(gateway.seen.map((each) => each.first)).toEqual([0, 0, 0, 0, 0])
  expect(pauses).toEqual([100, 200, 400, 3_000])
})

test('waits for the Retry-After of a 429', async () => {
  await using gateway = await startTestGateway((_, turn) => (turn < 2 ? { status: 429, retryAfter: 7 } : undefined))
  const { acknowledged, pauses } = await run(gateway, 3, { inFlight: 1 })
  expect(pauses).toEqual([7_000, 7_000])
  expect(acknowledged).toEqual([0, BATCH, 2 * BATCH])
})

test('ends the stream with the reason when the gateway refuses permanently', async () => {
  await using gateway = await startTestGateway(() => ({ status: 403 }))
  await expect(run(gateway, 3)).rejects.toMatchObject({ name: 'SendError', code: '403', message: '403 As scripted' })
})

test('refuses a gateway with a certificate of another CA at once', async () => {
  await using gateway = await startTestGateway()
  await using other = await startTestGateway()
  await expect(run({ ...gateway, ca: other.ca }, 1)).rejects.toMatchObject({ code: 'certificate' })
})

test('gives up only when told to', async () => {
  await using gateway = await startTestGateway((_, turn) => (turn < 5 ? { status: 500 } : undefined))
  expect((await run(gateway, 1)).acknowledged).toEqual([0])
  await using dead = await startTestGateway(() => ({ status: 500 }))
  await expect(run(dead, 1, { giveUpMs: 0 })).rejects.toMatchObject({ code: 'gave-up' })
})

test('sends a batch once more after its acknowledgement on request', async () => {
  await using gateway = await startTestGateway()
  const { acknowledged } = await run(gateway, 2, { ports: { isRepeated: (batch) => batch.first === 0 } })
  expect(acknowledged.length).toBe(2)
  expect(gateway.seen.map((each) => each.first).toSorted((a, b) => a - b)).toEqual([0, 0, BATCH])
})

test('finishes requests in flight on stop', async () => {
  const controller = new AbortController()
  await using gateway = await startTestGateway((_, turn) => {
    if (turn === 2) controller.abort()
    return undefined
  })
  const { acknowledged } = await run(gateway, 1_000, { stop: controller.signal })
  expect(acknowledged.length).toBe(gateway.seen.length)
  expect(gateway.seen.length).toBeLessThan(10)
})

test('an internal error ends the stream', async () => {
  await using gateway = await startTestGateway()
  const ports = { acknowledged: () => Promise.reject(new Error('disk full')) }
  await expect(run(gateway, 20, { ports })).rejects.toThrow('disk full')
})
