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

/** Options that change from one request to the next, as the clock and the data do. */
function optionsOf(seed: number): Partial<GuardOptions> {
  const random = createRandom(seed)
  return {
    now: NOW + random.below(48) * HOUR_MS,
    kind: random.chance(10) ? 'count' : 'search',
    profile: random.chance(20) ? 'expert' : 'operator',
    ...(random.chance(50) && { inputs: large }),
  }
}

test('a body with other times has the same result as without templates', () => {
  const templates = createTemplates()
  const uses = { all: 0, accepted: 0 }
  fc.assert(
    fc.property(fc.noShrink(fc.nat()), (seed) => {
      const random = createRandom(seed)
      const first = requestOf(seed, exampleFields)
      for (const [turn, bytes] of [first, first, ...variantsOf(first, seed)].entries()) {
        const options = optionsOf(turn < 2 ? seed : seed + turn + random.below(3))
        const plain = guarded(bytes, options)
        expect(guarded(bytes, { ...options, templates })).toEqual(plain)
        uses.all += 1
        if (plain.ok) uses.accepted += 1
      }
    }),
    { numRuns },
  )
  expect(uses.accepted).toBeGreaterThan(uses.all * 0.2)
})

function variantsOf(bytes: Uint8Array, seed: number): Uint8Array[] {
  return [1, 2, 3].map((turn) => withOtherTimes(bytes, createRandom(seed * 7 + turn), NOW))
}

test.each(benignBodies.map(({ body }, at) => [at, body] as const))('benign body %i', (seed, body) => {
  const templates = createTemplates()
  const bytes = encode(body)
  for (const each of [bytes, ...variantsOf(bytes, seed), bytes]) {
    for (const options of [optionsOf(seed), optionsOf(seed + 1)]) {
      expect(guarded(each, { ...options, templates })).toEqual(guarded(each, options))
    }
  }
})
