import fc from 'fast-check'
import { expect, test } from 'vitest'
import { benignBodies } from '../fixtures/benign/benign-bodies.ts'
import { exampleFields } from '../fixtures/fields.ts'
import { requestOf } from '../fixtures/generate/any-request.ts'
import { withOtherTimes } from '../fixtures/generate/other-times.ts'
import { createRandom } from '../fixtures/generate/random.ts'
import { encode, guarded, NOW } from '../fixtures/guarded.ts'
import { sampleOf } from '../fixtures/sampled.ts'
import type { GuardOptions } from '../guard-search.ts'
import { createTemplates } from './templates.ts'

/** Few, so that the tests stay fast; `pnpm prove guard` sends many more. */
const numRuns = 400
const HOUR_MS = 3_600_000
const large = { documents: 3_000_000, shards: 8, cores: 2, sample: sampleOf(3_000_000) }

const otherFields = new Map([...exampleFields].filter(([name]) => name !== 'src_ip'))

/** Options that change from one request to the next, as the clock and the data do. */
function optionsOf(seed: number): Partial<GuardOptions> {
  const random = createRandom(seed)
  return {
    now: NOW + random.below(48) * HOUR_MS,
    kind: random.chance(10) ? 'count' : 'search',
    profile: random.chance(20) ? 'expert' : 'operator',
    ...(random.chance(50) && { inputs: large }),
    ...(random.chance(10) && { fields: otherFields }),
    ...(random.chance(10) && { timeField: 'timestamp_received' }),
    ...(random.chance(10) && { budget: { workMs: random.below(200), memoryBytes: 1024 ** 2 } }),
  }
}

/** The results of the same bodies in turn, with templates and without. Read last: no result changes an earlier one. */
function results(requests: readonly (readonly [Uint8Array, Partial<GuardOptions>])[]) {
  const templates = createTemplates()
  const withTemplates = requests.map(([bytes, options]) => guarded(bytes, { ...options, templates }))
  return [withTemplates, requests.map(([bytes, options]) => guarded(bytes, options))] as const
}

test('a body with other times has the same result as without templates', () => {
  const uses = { all: 0, accepted: 0 }
  fc.assert(
    fc.property(fc.noShrink(fc.nat()), (seed) => {
      const random = createRandom(seed)
      const first = requestOf(seed, exampleFields)
      const bodies = [first, first, ...variantsOf(first, seed)]
      const [own, plain] = results(
        bodies.map((bytes, turn) => [bytes, optionsOf(turn < 2 ? seed : seed + turn + random.below(3))] as const),
      )
      expect(own).toEqual(plain)
      uses.all += plain.length
      uses.accepted += plain.filter(({ ok }) => ok).length
    }),
    { numRuns },
  )
  expect(uses.accepted).toBeGreaterThan(uses.all * 0.2)
})

function variantsOf(bytes: Uint8Array, seed: number): Uint8Array[] {
  return [1, 2, 3].map((turn) => withOtherTimes(bytes, createRandom(seed * 7 + turn), NOW))
}

test.each(benignBodies.map(({ body }, at) => [at, body] as const))('benign body %i', (seed, body) => {
  const bytes = encode(body)
  const bodies = [bytes, ...variantsOf(bytes, seed), bytes]
  const [own, plain] = results(
    bodies.flatMap((each) => [optionsOf(seed), optionsOf(seed + 1)].map((options) => [each, options] as const)),
  )
  expect(own).toEqual(plain)
})
