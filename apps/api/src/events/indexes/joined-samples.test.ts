import { flattenDocument } from '@watchpost/query-guard'
import { expect, test } from 'vitest'
import type { KnownIndex } from './choose-indexes.ts'
import { createJoinedSamples } from './joined-samples.ts'
import { sampleSize } from './sample-size.ts'
import type { TimeProfile } from './time-profiles.ts'

function index(number: number, documents: number): KnownIndex {
  const name = `malware-${number}`
  return {
    name,
    uuid: name,
    family: 'malware',
    number,
    begunAt: 0,
    shards: 1,
    documents,
    times: 'open',
    hasOpenAlias: true,
  }
}
function profile(documents: number, sampled: number): TimeProfile {
  const sample = Array.from({ length: sampled }, (_, at) => flattenDocument({ at }))
  return { spans: [], documents, sample, isFinal: true }
}

test('samples at most 1,024 documents in all, including some from thousands of small indexes', () => {
  const small = Array.from({ length: 10_000 }, (_, number) => index(number, 100_000))
  const sizes = small.map((each) => sampleSize(each, 1_000_000_000))
  expect(Math.max(...sizes)).toBe(1)
  expect(sizes.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(800)
  expect(sizes.reduce((sum, each) => sum + each, 0)).toBeLessThan(1_250)
  expect(sampleSize(index(1, 1_000_000), 1_000_000)).toBe(1_024)
  expect(sampleSize(index(1, 2_000), 2_000)).toBe(100)
})

test('samples each index by its share, without unread indexes', () => {
  const profiles = new Map([
    ['malware-1', profile(50_000, 200)],
    ['malware-2', profile(250_000, 900)],
    ['malware-4', { ...profile(50_000, 0), sample: undefined }],
  ])
  const samples = createJoinedSamples({ version: () => 1, of: (uuid) => profiles.get(uuid) })
  const sample = samples.of('malware', [index(1, 50_000), index(2, 260_000), index(3, 20_000), index(4, 50_000)])
  expect(sample?.represents).toBe(300_000)
  // 1,024 × 310 / 380, rounded for each index.
  expect(Math.abs((sample?.size ?? 0) - 835)).toBeLessThanOrEqual(1)
  expect(samples.of('other', [index(3, 70_000)])).toBeUndefined()
})

test('joins again when an index was read or the indexes changed', () => {
  let version = 1
  const samples = createJoinedSamples({ version: () => version, of: () => profile(50_000, 20) })
  const first = samples.of('malware', [index(1, 50_000)])
  expect(samples.of('malware', [index(1, 50_100)])).toBe(first)
  expect(samples.of('malware', [index(1, 50_000), index(2, 50_000)])).not.toBe(first)
  version = 2
  expect(samples.of('malware', [index(1, 50_000)])).not.toBe(first)
})
