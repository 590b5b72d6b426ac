import type { CostInputs } from './cost/cost.ts'
import type { FieldCatalog } from './field-catalog.ts'
import type { Json } from './json/parse.ts'
import { type Path, pointer } from './json/pointer.ts'
import { LIMITS } from './limits.ts'
import type { LeafQuery } from './query/query-tree.ts'
import type { Excess, Refusal, Refused, RefusalKind } from './refusal.ts'

/** The options for reading a body. */
export interface ReadingOptions {
  fields: FieldCatalog
  profile: 'operator' | 'expert'
  inputs: CostInputs
  /** Milliseconds since 1970. */
  now: number
  /** The field that holds the time of a document. */
  timeField: string
}

/** A range query and what it was read from, so that it can be read again with other times. */
export interface RangeSource {
  path: Path | undefined
  json: Json
  /** How often reading it used the clock. */
  uses: number
}

/** What the result of a reading depends on in addition to the body. */
export interface Dependencies {
  /** How often the clock or the cost inputs were used. */
  uses: number
  /** How often the aggregations used them, or the bounds of the query. */
  usesOfAggregations: number
  ranges: Map<LeafQuery, RangeSource>
}

/** The context of every part of the grammar: the options, and the collected refusals. */
export interface Reading extends Readonly<ReadingOptions> {
  readonly dependencies: Dependencies
  /** Records a refusal and returns `undefined`, so that a reader can `return reading.refuse(…)`. */
  refuse(kind: RefusalKind, path: Path | undefined, detail: string, excess?: Excess): undefined
  /** Records an exceeded limit: what was found as the beginning of a sentence, and both numbers. */
  exceed(path: Path | undefined, found: string, estimate: number, budget: number): undefined
  /** Whether the list of refusals is full: the rest of the body need not be read. */
  isFull(): boolean
  /** The result for the refusals so far, if any. */
  outcome(): Refused | undefined
}

/** Malformed before forbidden, forbidden before expensive: the order in which a caller must fix them. */
const KINDS: readonly RefusalKind[] = ['malformed', 'not-allowed', 'too-expensive', 'too-large']

/** Starts reading one body. Several refusals are collected, so that a caller can fix them all at once. */
export function startReading(options: ReadingOptions): Reading {
  return new BodyReading(options)
}

/** A class for speed: one is created for every body. */
class BodyReading implements Reading {
  readonly dependencies: Dependencies = { uses: 0, usesOfAggregations: 0, ranges: new Map() }
  readonly #options: ReadingOptions
  #refusals: Refusal[] | undefined
  /** The index in `KINDS` of the most important refusal. */
  #kind = KINDS.length

  constructor(options: ReadingOptions) {
    this.#options = options
  }

  get fields() {
    return this.#options.fields
  }

  get profile() {
    return this.#options.profile
  }

  get timeField() {
    return this.#options.timeField
  }

  get now() {
    this.dependencies.uses += 1
    return this.#options.now
  }

  get inputs() {
    this.dependencies.uses += 1
    return this.#options.inputs
  }

  refuse(kind: RefusalKind, path: Path | undefined, detail: string, excess?: Excess): undefined {
    this.#kind = Math.min(this.#kind, KINDS.indexOf(kind))
    this.#refusals ??= []
    if (!this.isFull()) this.#refusals.push({ pointer: pointer(path), detail, ...excess })
    return undefined
  }

  exceed(path: Path | undefined, found: string, estimate: number, budget: number): undefined {
    const detail = `${found}; at most ${budget} ${budget === 1 ? 'is' : 'are'} allowed.`
    return this.refuse('too-expensive', path, detail, { estimate, budget })
  }

  isFull(): boolean {
    return this.#refusals !== undefined && this.#refusals.length >= LIMITS.refusals
  }

  outcome(): Refused | undefined {
    const kind = KINDS[this.#kind]
    return kind && this.#refusals && { ok: false, kind, refusals: this.#refusals }
  }
}
