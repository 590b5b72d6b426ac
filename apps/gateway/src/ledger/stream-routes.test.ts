import { createRateLimit } from '@watchpost/runtime'
import { expect, test } from 'vitest'
import { aTlsGateway } from '../../test/a-tls-gateway.ts'
import type { Mark } from './mark-claims.ts'
import { streamLimits } from './stream-limits.ts'
import { streamRoutes } from './stream-routes.ts'

const stream = 'a'.repeat(32)
const path = `/v1/streams/${stream}`
const range = { first: 3, last: 5, reason: 'the spool was damaged' }

async function aGateway({ perMinute = 60, held = 0 } = {}) {
  const known: Mark[] = []
  const abandoned: unknown[] = []
  const gateway = await aTlsGateway([
    streamRoutes({
      marks: async ([asked]) => known.filter((each) => each.probeId === asked?.probeId && each.stream === asked.stream),
      async abandon({ probeId }, ranges) {
        if (held > 0) return 'too-many'
        abandoned.push([probeId, ranges])
        return 'noted'
      },
      asked: createRateLimit({ perMinute }),
    }),
  ])
  gateway.enter(gateway.probe)
  const agent = gateway.agent(gateway.probe)
  return {
    known,
    abandoned,
    ask: (at = path) => gateway.call(agent, at),
    giveUp: (body: unknown) => gateway.call(agent, `${path}/abandoned`, JSON.stringify(body)),
    [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose](),
  }
}

test("returns the high-water mark of the probe's own stream", async () => {
  await using gateway = await aGateway()
  expect(await gateway.ask()).toMatchObject({ status: 200, body: { stream, next_sequence: 0, digest: null } })
  gateway.known.push(
    { probeId: 4, stream, nextSequence: 99, digest: null },
    { probeId: 3, stream, nextSequence: 30, digest: Buffer.alloc(32, 0xab) },
  )
  expect((await gateway.ask()).body).toEqual({ stream, next_sequence: 30, digest: 'ab'.repeat(32) })
  expect(await gateway.ask('/v1/streams/nothing')).toMatchObject({ status: 400 })
})

test('stores abandoned ranges without unknown fields', async () => {
  await using gateway = await aGateway()
  expect(await gateway.giveUp({ ranges: [{ ...range, at: 1 }], more: 2 })).toMatchObject({ status: 204 })
  expect(gateway.abandoned).toEqual([[3, [range]]])
})

test.each([
  ['nothing', {}],
  ['no ranges', { ranges: [] }],
  ['too many', { ranges: Array.from({ length: streamLimits.abandonedAtOnce + 1 }, () => range) }],
  ['no range', { ranges: [null] }],
  ['the wrong way round', { ranges: [{ ...range, first: 6 }] }],
  ['below zero', { ranges: [{ ...range, first: -1 }] }],
  ['no whole number', { ranges: [{ ...range, last: 5.5 }] }],
  ['beyond all numbers', { ranges: [{ ...range, last: 1e15 }] }],
  ['no reason', { ranges: [{ first: 3, last: 5 }] }],
  ['a long reason', { ranges: [{ ...range, reason: 'x'.repeat(201) }] }],
  ['a reason that is not plain', { ranges: [{ ...range, reason: 'line\nfeed' }] }],
])('%s is refused', async (_, body) => {
  await using gateway = await aGateway()
  expect(await gateway.giveUp(body)).toMatchObject({ status: 400, body: { type: '/problems/invalid-request' } })
  expect(gateway.abandoned).toEqual([])
})

test('refuses ranges that are too far ahead or too many as stream-torn', async () => {
  await using gateway = await aGateway()
  expect(await gateway.giveUp({ ranges: [{ ...range, last: streamLimits.leap }] })).toMatchObject({ status: 204 })
  const far = await gateway.giveUp({ ranges: [{ ...range, last: streamLimits.leap + 1 }] })
  expect(far).toMatchObject({ status: 409, body: { type: '/problems/stream-torn' } })
  await using full = await aGateway({ held: 1_000 })
  expect(await full.giveUp({ ranges: [range] })).toMatchObject({ status: 409 })
})

test('rate-limits stream requests', async () => {
  await using gateway = await aGateway({ perMinute: 2 })
  const statuses = [await gateway.ask(), await gateway.ask(), await gateway.ask()].map(({ status }) => status)
  expect(statuses).toEqual([200, 200, 429])
})
