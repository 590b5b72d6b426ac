import { type Agent, request } from 'node:https'
import { expect, test } from 'vitest'
import { aTlsGateway } from '../test/a-tls-gateway.ts'
import { type EventPorts, eventRoutes } from './event-routes.ts'
import { limits } from './limits.ts'
import { createReadingRoom } from './pace/reading-room.ts'

const headers = { 'watchpost-stream': 'a'.repeat(32), 'watchpost-first-sequence': '0' }
const ndjson = { ...headers, 'content-type': 'application/x-ndjson' }
const json = { ...headers, 'content-type': 'application/json' }

async function aGateway(seen: string[] = [], more: Partial<EventPorts> = {}) {
  const ports: EventPorts = {
    admit: async (_probe, _answer, bytes) => void seen.push(`admit ${bytes}`),
    wasRead: () => void seen.push('read'),
    unpackInTurn: (unpack) => unpack(),
    charge: () => {},
    receive: async (_probe, { stream, firstSequence, lines }) => ({
      stream,
      first_sequence: firstSequence,
      count: lines.length,
      next_sequence: firstSequence + lines.length,
    }),
    ...more,
  }
  const gateway = await aTlsGateway([eventRoutes(ports)])
  gateway.enter(gateway.probe)
  return gateway
}

function post(agent: Agent, port: number, given: Record<string, string>, body?: string) {
  return new Promise<{ status: number; body: Record<string, unknown> }>((resolve, reject) => {
    const options = { agent, host: '127.0.0.1', port, path: '/v1/events', method: 'POST', headers: given }
    const outgoing = request(options, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString('utf8')) }),
      )
    })
    outgoing.on('error', reject)
    if (body === undefined) outgoing.setHeader('content-length', '0')
    outgoing.end(body)
  })
}

test.each<[string, Record<string, string>, string | undefined, number, string, RegExp]>([
  ['no body, no type', headers, undefined, 400, 'batch-invalid', /^The body is missing\. Send events as/],
  ['no body', ndjson, undefined, 400, 'batch-invalid', /no event/],
  ['a JSON list', json, '["a"]', 415, 'encoding-unsupported', /^Content-Type .* Send application\/x-ndjson/],
  ['a JSON text', json, '"abc"', 415, 'encoding-unsupported', /^Content-Type/],
  ['JSON null', json, 'null', 415, 'encoding-unsupported', /^Content-Type/],
  ['a JSON object with a length', json, '{"length":5}', 415, 'encoding-unsupported', /^Content-Type/],
  ['another type', { ...headers, 'content-type': 'text/plain' }, '{}', 415, 'encoding-unsupported', /^Content-Type/],
  ['a body without a type', headers, '{}', 415, 'encoding-unsupported', /^Content-Type/],
])('refuses %s and says what to send', async (_name, given, body, status, code, detail) => {
  await using gateway = await aGateway()
  const agent = gateway.agent(gateway.probe)
  const answer = await post(agent, gateway.port, given, body)
  expect(answer).toMatchObject({ status, body: { type: `/problems/${code}`, detail: expect.stringMatching(detail) } })
  agent.destroy()
})

test('reserves memory for the whole body before reading it and releases it afterwards', async () => {
  const seen: string[] = []
  await using gateway = await aGateway(seen)
  const agent = gateway.agent(gateway.probe)
  expect(await post(agent, gateway.port, ndjson, '{}\n{}\n')).toMatchObject({ status: 200, body: { count: 2 } })
  const chunked = { ...ndjson, 'transfer-encoding': 'chunked' }
  expect(await post(agent, gateway.port, chunked, '{}\n')).toMatchObject({ status: 200 })
  expect(seen).toEqual(['admit 6', 'read', `admit ${limits.batchBytes}`, 'read'])
  agent.destroy()
})

test('slow bodies neither keep out other probes nor exceed the memory limit', async () => {
  const clock = { ms: 0 }
  let cut = 0
  const room = createReadingRoom(
    { pendingBytes: () => 0, maxBytes: 40, onCutOff: () => void (cut += 1) },
    () => clock.ms,
  )
  await using gateway = await aGateway([], {
    admit: async (_probe, answer, bytes) => room.enter(answer, bytes),
    wasRead: room.leave,
  })
  const agent = gateway.agent(gateway.probe, { maxSockets: 10 })
  const slow = Array.from({ length: 4 }, () => {
    const outgoing = request({
      agent,
      host: '127.0.0.1',
      port: gateway.port,
      path: '/v1/events',
      method: 'POST',
      headers: { ...ndjson, 'content-length': '10' },
    })
    const ended = new Promise<string>((resolve) => {
      outgoing.on('error', () => resolve('cut off'))
      outgoing.on('response', ({ statusCode }) => resolve(String(statusCode)))
    })
    outgoing.write('{}\n')
    return { outgoing, ended }
  })
  await expect.poll(() => room.bytes()).toBe(40)
  expect(await post(agent, gateway.port, ndjson, '{}\n')).toMatchObject({
    status: 429,
    body: { type: '/problems/busy' },
  })
  clock.ms = 6_000
  expect(await post(agent, gateway.port, ndjson, '{}\n')).toMatchObject({ status: 200 })
  expect([cut, await slow[0]?.ended]).toEqual([1, 'cut off'])
  expect(room.bytes()).toBe(30)
  for (const { outgoing } of slow) outgoing.destroy()
  await expect.poll(() => room.bytes()).toBe(0)
  agent.destroy()
})
