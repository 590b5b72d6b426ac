import type { CostInputs } from './cost/cost.ts'
import type { FieldCatalog } from './field-catalog.ts'
import { type Path, pointer } from './json/pointer.ts'
import { LIMITS } from './limits.ts'
import type { Excess, Refusal, Refused, RefusalKind } from './refusal.ts'

/** What a body is read for. */
export interface ReadingOptions {
  fields: FieldCatalog
  profile: 'operator' | 'expert'
  inputs: CostInputs
  /** Milliseconds since 1970. */
  now: number
  /** The field that holds the time of a document. */
  timeField: string
}

/** What every part of the grammar is given: what the body is read for, and a place to put refusals. */
export interface Reading extends Readonly<ReadingOptions> {
  /** Notes a refusal and answers `undefined`, so that a part can `return reading.refuse(…)`. */
  refuse(kind: RefusalKind, path: Path | undefined, detail: string, excess?: Excess): undefined
  /** Notes that a limit was passed: what was found as the start of a sentence, and both numbers. */
  exceed(path: Path | undefined, found: string, estimate: number, budget: number): undefined
  /** Whether enough has been refused: the rest of the body need not be read. */
  isFull(): boolean
  /** The answer for what has been refused so far, if anything. */
  outcome(): Refused | undefined
}

/** Malformed comes before forbidden, forbidden before expensive: the order in which a caller must fix them. */
const KINDS: readonly RefusalKind[] = ['malformed', 'not-allowed', 'too-expensive', 'too-large']

/** Starts reading one body. Several refusals are collected, so that a caller can fix them all at once. */
export function startReading(options: ReadingOptions): Reading {
  const refusals: Refusal[] = []
  const found = new Set<RefusalKind>()
  return {
    ...options,
    refuse(kind, path, detail, excess) {
      found.add(kind)
      if (refusals.length < LIMITS.refusals) refusals.push({ pointer: pointer(path), detail, ...excess })
      return undefined
    },
    exceed(path, found, estimate, budget) {
      const detail = `${found}; at most ${budget} ${budget === 1 ? 'is' : 'are'} allowed.`
      return this.refuse('too-expensive', path, detail, { estimate, budget })
    },
    isFull: () => refusals.length >= LIMITS.refusals,
    outcome() {
      const kind = KINDS.find((each) => found.has(each))
      return kind && { ok: false, kind, refusals }
    },
  }
}
