import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { emptyAnswer } from '../../test/an-api.ts'
import { createEngineSearch, type EngineClient } from './engine-search.ts'

type Sent = Parameters<EngineClient['transport']['request']>

/** The client of the engine with the one call that a search makes. */
function anEngine(answer: () => Promise<{ statusCode: number; body: Readable }>) {
  const sent: Sent[] = []
  let aborts = 0
  const request = (...call: Sent) => {
    sent.push(call)
    return Object.assign(answer(), { abort: () => void aborts++ })
  }
  return { engine: { transport: { request } } satisfies EngineClient, sent, aborts: () => aborts }
}
const answering = (statusCode: number, ...chunks: string[]) => {
  return async () => ({ statusCode, body: Readable.from(chunks.map((each) => Buffer.from(each))) })
}
const call = (signal = new AbortController().signal) =>
  ({ families: ['malware', 'code_analysis'], body: { size: 1 }, requestId: 'id-1', signal }) as const

test('a search goes to the aliases with fixed parameters and the id of the request', async () => {
  const { engine, sent } = anEngine(answering(200, emptyAnswer.slice(0, 50), emptyAnswer.slice(50)))
  const answer = await createEngineSearch(engine, 'test-').search(call())
  expect(answer.toString()).toBe(emptyAnswer)
  expect(sent[0]?.[0]).toMatchInlineSnapshot(`
    {
      "body": "{"size":1}",
      "method": "POST",
      "path": "/test-malware,test-code_analysis/_search",
      "querystring": {
        "allow_no_indices": true,
        "allow_partial_search_results": false,
        "batched_reduce_size": 64,
        "cancel_after_time_interval": "15s",
        "ignore_unavailable": true,
        "max_concurrent_shard_requests": 5,
        "search_pipeline": "_none",
        "timeout": "10s",
      },
    }
  `)
  expect(sent[0]?.[1].headers).toEqual({ 'x-opaque-id': 'id-1' })
})

test('an answer that says it is cut short is no answer', async () => {
  const { engine } = anEngine(answering(200, '{"took":10001,"timed_out":true,"hits":{"hits":[]}}'))
  await expect(createEngineSearch(engine, '').search(call())).rejects.toMatchObject({ code: 'engine-timeout' })
})

test('an answer that is too large is given up', async () => {
  const mebibyte = 'x'.repeat(1024 * 1024)
  const { engine, aborts } = anEngine(answering(200, ...Array.from({ length: 65 }, () => mebibyte)))
  await expect(createEngineSearch(engine, '').search(call())).rejects.toMatchObject({ code: 'query-too-expensive' })
  expect(aborts()).toBe(1)
})

test.each([
  ['TimeoutError', 'engine-timeout'],
  ['ConnectionError', 'engine-unavailable'],
  ['NoLivingConnectionsError', 'engine-unavailable'],
])('%s is told as %s', async (name, code) => {
  const { engine } = anEngine(() => Promise.reject(Object.assign(new Error('10.0.0.7:9200'), { name })))
  await expect(createEngineSearch(engine, '').search(call())).rejects.toMatchObject({ code })
})

test('a connection that breaks within the answer is told as unavailable', async () => {
  const body = Readable.from(
    (async function* () {
      yield Buffer.from('{"took":1')
      throw new Error('aborted')
    })(),
  )
  const { engine } = anEngine(async () => ({ statusCode: 200, body }))
  await expect(createEngineSearch(engine, '').search(call())).rejects.toMatchObject({ code: 'engine-unavailable' })
})

test('when the caller leaves, the search is ended', async () => {
  const leaving = new AbortController()
  const { promise, reject } = Promise.withResolvers<never>()
  const { engine, aborts } = anEngine(() => promise)
  const searching = createEngineSearch(engine, '').search(call(leaving.signal))
  leaving.abort()
  expect(aborts()).toBe(1)
  reject(Object.assign(new Error('Request aborted'), { name: 'RequestAbortedError' }))
  await expect(searching).rejects.toMatchObject({ name: 'AbortError' })
})
