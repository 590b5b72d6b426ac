import { gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { limits } from './limits.ts'
import { readBatch } from './read-batch.ts'
import { Refusal } from './refusal.ts'

const headers = { 'watchpost-stream': 'a'.repeat(32), 'watchpost-first-sequence': '7' }

function codeOf(attempt: Promise<unknown>): Promise<string> {
  return attempt.then(
    () => 'taken',
    (error: { code: string }) => error.code,
  )
}

test.each([
  ['identity', (text: string) => Buffer.from(text)],
  ['gzip', (text: string) => gzipSync(text)],
  ['zstd', (text: string) => zstdCompressSync(text)],
])('%s: each line is an event, and the final newline adds none', async (encoding, compress) => {
  const batch = await readBatch({ ...headers, 'content-encoding': encoding }, compress('{"a":1}\n\n{"b":2}\n'))
  expect(batch).toMatchObject({ stream: 'a'.repeat(32), firstSequence: 7 })
  expect(batch.lines.map(String)).toEqual(['{"a":1}', '', '{"b":2}'])
})

test.each([
  ['gzip', gzipSync],
  ['zstd', zstdCompressSync],
] as const)('%s: accepts a body that is small only until it is decompressed', async (encoding, compress) => {
  const line = 'x'.repeat(1_000_000)
  const { lines } = await readBatch({ ...headers, 'content-encoding': encoding }, compress(line))
  expect(lines.map(String)).toEqual([line])
})

test('decompresses a large body only in its turn, and passes on a refusal', async () => {
  const body = zstdCompressSync(Buffer.alloc(1_000_000, 'x'))
  const busy = () => Promise.reject(new Refusal('busy', 'Later.'))
  expect(await codeOf(readBatch({ ...headers, 'content-encoding': 'zstd' }, body, busy))).toBe('busy')
  // A small body is decompressed at once.
  const small = zstdCompressSync('{}')
  expect(await codeOf(readBatch({ ...headers, 'content-encoding': 'zstd' }, small, busy))).toBe('taken')
})

test.each([
  ['batch-invalid', headers, undefined],
  ['batch-invalid', { ...headers, 'watchpost-stream': 'A'.repeat(32) }, Buffer.from('{}')],
  ['batch-invalid', { ...headers, 'watchpost-stream': undefined }, Buffer.from('{}')],
  ['batch-invalid', { ...headers, 'watchpost-first-sequence': '-1' }, Buffer.from('{}')],
  ['batch-invalid', { ...headers, 'watchpost-first-sequence': '1e3' }, Buffer.from('{}')],
  ['batch-invalid', { ...headers, 'watchpost-first-sequence': '9'.repeat(16) }, Buffer.from('{}')],
  ['batch-invalid', headers, Buffer.alloc(0)],
  ['batch-invalid', { ...headers, 'content-encoding': 'zstd' }, Buffer.from('not zstd')],
  ['batch-invalid', { ...headers, 'content-encoding': 'gzip' }, gzipSync('{}').subarray(0, 10)],
  ['encoding-unsupported', { ...headers, 'content-encoding': 'br' }, Buffer.from('{}')],
  ['batch-too-large', headers, Buffer.alloc(limits.batchEvents + 1, '\n')],
  [
    'batch-too-large',
    { ...headers, 'content-encoding': 'zstd' },
    zstdCompressSync(Buffer.alloc(limits.batchBytes + 1)),
  ],
])('%s', async (code, given, body) => {
  expect(await codeOf(readBatch(given, body))).toBe(code)
})
