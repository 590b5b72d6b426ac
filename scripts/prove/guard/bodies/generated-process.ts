import { isDeepStrictEqual } from 'node:util'
import { fieldCatalog } from '@watchpost/engine'
import { assertConforms } from '../../../../packages/query-guard/src/fixtures/conformance/conforms.ts'
import { requestOf } from '../../../../packages/query-guard/src/fixtures/generate/any-request.ts'
import { withOtherTimes } from '../../../../packages/query-guard/src/fixtures/generate/other-times.ts'
import { createRandom } from '../../../../packages/query-guard/src/fixtures/generate/random.ts'
import { type GuardOptions, guardSearch } from '../../../../packages/query-guard/src/guard-search.ts'
import { createTemplates, type Templates } from '../../../../packages/query-guard/src/template/templates.ts'

/** The seeds to try. */
export interface GeneratedOrder {
  first: number
  count: number
}

/** The results. */
export interface GeneratedTally {
  accepted: number
  /** Bodies with other times, that were read from the template of the first. */
  reused: number
  refused: number
  kinds: Record<string, number>
  /** The first few failures: seed, problem and body. */
  wrong: string[]
  slowestMs: number
}

const SHOWN = 5
const STEP = 100_000

process.on('message', (order: GeneratedOrder) => process.send?.(run(order)))

function run({ first, count }: GeneratedOrder): GeneratedTally {
  const fields = fieldCatalog('network_events')
  const tally: GeneratedTally = { accepted: 0, reused: 0, refused: 0, kinds: {}, wrong: [], slowestMs: 0 }
  const note = (seed: number, what: string, bytes: Uint8Array) => {
    if (tally.wrong.length < SHOWN)
      tally.wrong.push(`seed ${seed}: ${what}: ${Buffer.from(bytes).toString().slice(0, 500)}`)
  }
  const templates = createTemplates()
  /**
   * Compares the results with and without templates, for the body and for one with other times. They are read at the
   * end: a later body must not change an earlier result.
   */
  const compare = (seed: number, bytes: Uint8Array, options: GuardOptions) => {
    const other = withOtherTimes(bytes, createRandom(seed), options.now ?? 0)
    let isReused = false
    const get: Templates['get'] = (...key) => {
      const template = templates.get(...key)
      isReused = template !== undefined
      return template
    }
    const guarded = [bytes, other].map((each) => {
      const result = guardSearch(each, { ...options, templates: { ...templates, get } })
      return { each, result, isReused }
    })
    for (const { each, result } of guarded) {
      if (!isDeepStrictEqual(result, guardSearch(each, options))) note(seed, 'differs with templates', each)
    }
    if (isReused && guarded[1]?.result.ok) tally.reused += 1
  }
  for (let seed = first; seed < first + count; seed++) {
    const bytes = requestOf(seed, fields)
    try {
      const options: GuardOptions = { fields, kind: seed % 10 === 0 ? 'count' : 'search', now: Date.now() }
      const startedAt = performance.now()
      const result = guardSearch(bytes, options)
      tally.slowestMs = Math.max(tally.slowestMs, performance.now() - startedAt)
      if (result.ok) {
        tally.accepted += 1
        assertConforms(result.body, (name) => fields.has(name))
        const { workMs, memoryBytes, budget } = result.cost
        if (workMs > budget.workMs || memoryBytes > budget.memoryBytes) note(seed, 'over its budget', bytes)
      } else {
        tally.refused += 1
        tally.kinds[result.kind] = (tally.kinds[result.kind] ?? 0) + 1
        if (result.refusals.length === 0) note(seed, 'refused without a reason', bytes)
      }
      compare(seed, bytes, options)
    } catch (error) {
      note(seed, String(error), bytes)
    }
    if ((seed - first + 1) % STEP === 0) process.send?.(seed - first + 1)
  }
  return tally
}
