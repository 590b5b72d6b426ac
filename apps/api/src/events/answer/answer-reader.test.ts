import type { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import type { Answer } from './answer.ts'
import { AnswerReader } from './answer-reader.ts'

const head = '{"took":1,"timed_out":false,"_shards":{"total":1},"hits":{"total":{"value":1},"hits":[]},"aggregations":"'

function reading() {
  const log: string[] = []
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const listener = {
    onHead: () => 'stream' as const,
    resolve,
    reject,
    onCut: (reason: string) => log.push(`cut ${reason}`),
  }
  const reader = new AnswerReader(listener, false)
  reader.hold({ pause: () => log.push('pause'), resume: () => log.push('resume'), abort: () => log.push('abort') })
  return { reader, log, answer: promise }
}

async function streamOf(answer: Promise<Answer>): Promise<Readable> {
  const found = await answer
  if (found.kind !== 'stream') throw new Error('not a stream')
  return found.stream
}

test('pauses the engine while the answer is not read, and resumes it afterwards', async () => {
  const { reader, log, answer } = reading()
  reader.onHead(200, undefined)
  reader.onData(Buffer.from(head))
  const stream = await streamOf(answer)
  for (let turn = 0; turn < 3; turn++) reader.onData(Buffer.alloc(200_000, 'x'))
  expect(log.filter((each) => each === 'pause')).toHaveLength(2)
  expect(log).not.toContain('resume')
  while (stream.read()) {}
  expect(log.at(-1)).toBe('resume')
})

test('aborts and counts an answer that grows beyond 64 MiB', async () => {
  const { reader, log, answer } = reading()
  reader.onHead(200, undefined)
  reader.onData(Buffer.from(head))
  const stream = await streamOf(answer)
  stream.resume()
  const broken = new Promise((resolve) => stream.once('error', resolve))
  for (let turn = 0; turn < 65; turn++) reader.onData(Buffer.alloc(1024 ** 2, 'x'))
  expect(await broken).toMatchObject({ code: 'answer-too-large' })
  expect(log).toContain('cut too-large')
  expect(log).toContain('abort')
})

test('fails the answer when the engine connection breaks', async () => {
  const { reader, log, answer } = reading()
  reader.onHead(200, undefined)
  reader.onData(Buffer.from(head))
  const stream = await streamOf(answer)
  const broken = new Promise((resolve) => stream.once('error', resolve))
  reader.onFailure('broken', new Error('other side closed'))
  expect(await broken).toMatchObject({ message: 'other side closed' })
  expect(log).toContain('cut engine')
})

test('aborts the engine request when the reader leaves', async () => {
  const { reader, log, answer } = reading()
  reader.onHead(200, undefined)
  reader.onData(Buffer.from(head))
  const stream = await streamOf(answer)
  const closed = new Promise((resolve) => stream.once('close', resolve))
  stream.destroy()
  await closed
  expect(log).toContain('abort')
})
