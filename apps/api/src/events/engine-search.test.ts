import { expect, test } from 'vitest'
import { aSender, type PlayedAnswer } from '../../test/a-sender.ts'
import { emptyAnswer } from '../../test/an-api.ts'
import type { Answer } from './answer/answer.ts'
import { createEngineSearch, type Question } from './engine-search.ts'

const question: Question = {
  target: 'malware,code_analysis',
  body: '{"size":1}',
  hasOwnTimeout: false,
  hasHits: true,
  queue: 'cheap',
  requestId: 'id-1',
}

function ask(played: PlayedAnswer, more: Partial<Question> = {}, mode: 'whole' | 'stream' = 'whole', isCrowded = true) {
  const { sender, sent, aborts } = aSender(() => played)
  const engine = createEngineSearch(sender, { shardsAtOnce: { cheap: 5, costly: 1 }, isCrowded: () => isCrowded })
  const cuts: string[] = []
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  engine.search({ ...question, ...more }, { onHead: () => mode, resolve, reject, onCut: (reason) => cuts.push(reason) })
  return { answer: promise, sent, aborts, cuts }
}

async function textOf(answer: Answer): Promise<string> {
  if (answer.kind === 'whole') return answer.bytes.toString()
  return Buffer.concat(await answer.stream.toArray()).toString()
}

test('sends a search to its indexes with fixed parameters and the request id', async () => {
  const { answer, sent } = ask(emptyAnswer)
  expect(await textOf(await answer)).toBe(emptyAnswer)
  expect(sent).toMatchInlineSnapshot(`
    [
      {
        "body": {
          "size": 1,
        },
        "path": "/malware,code_analysis/_search?timeout=10s&cancel_after_time_interval=15s&allow_partial_search_results=false&batched_reduce_size=64&search_pipeline=_none&ignore_unavailable=true&allow_no_indices=true&max_concurrent_shard_requests=5",
        "requestId": "id-1",
      },
    ]
  `)
})

test.each([
  [true, 1],
  [false, 5],
])('with other searches running (%s) a costly search has %i concurrent shard requests', async (isCrowded, shards) => {
  const { answer, sent } = ask(emptyAnswer, { queue: 'costly' }, 'whole', isCrowded)
  await answer
  expect(sent[0]?.path).toContain(`max_concurrent_shard_requests=${shards}`)
})

test('keeps a shorter timeout of the body', async () => {
  const { answer, sent } = ask(emptyAnswer, { hasOwnTimeout: true })
  await answer
  expect(sent[0]?.path).not.toContain('?timeout')
})

test.each(['whole', 'stream'] as const)('adds the type to each hit, %s', async (mode) => {
  const hits = (type: string) =>
    `{"took":1,"timed_out":false,"hits":{"hits":[{"_index":"a"${type},"_source":{"x":1e400}}]}}`
  const { answer } = ask(hits(''), {}, mode)
  expect((await answer).kind).toBe(mode)
  expect(await textOf(await answer)).toBe(hits(',"_type":"_doc"'))
})

test('keeps the length of an answer that cannot contain hits', async () => {
  const { answer } = ask(emptyAnswer, { hasHits: false }, 'stream')
  expect(await answer).toMatchObject({ contentBytes: emptyAnswer.length })
  expect(await textOf(await answer)).toBe(emptyAnswer)
})

test.each(['whole', 'stream'] as const)('rejects an incomplete answer, %s', async (mode) => {
  const played = '{"took":10001,"timed_out":true,"_shards":{"total":1},"hits":{"total":{"value":0},"hits":[]}}'
  await expect(ask(played, {}, mode).answer).rejects.toMatchObject({ code: 'engine-timeout' })
})

test('rejects a too large answer before its first byte', async () => {
  const { answer, aborts } = ask(Buffer.alloc(64 * 1024 ** 2 + 1), {}, 'stream')
  await expect(answer).rejects.toMatchObject({ code: 'answer-too-large' })
  expect(aborts()).toBe(1)
})

test.each([
  ['slow', 'engine-timeout'],
  ['away', 'engine-unavailable'],
  ['broken', 'engine-unavailable'],
] as const)('maps an engine that is %s to %s', async (failure, code) => {
  await expect(ask({ failure }).answer).rejects.toMatchObject({ code })
})

test('explains a rejection by the engine in our words', async () => {
  const json = { error: { type: 'parsing_exception', reason: 'unknown query [x]' }, status: 400 }
  await expect(ask({ status: 400, json }).answer).rejects.toMatchObject({ code: 'query-invalid' })
})

test('rejects an answer when there is no capacity for it', async () => {
  const { sender, aborts } = aSender(() => emptyAnswer)
  const engine = createEngineSearch(sender, { shardsAtOnce: { cheap: 5, costly: 1 }, isCrowded: () => true })
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const onHead = () => {
    throw new Error('no room')
  }
  engine.search(question, { onHead, resolve, reject, onCut: () => {} })
  await expect(promise).rejects.toThrow('no room')
  expect(aborts()).toBe(1)
})
