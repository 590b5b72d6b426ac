import { AppError, type CostEstimate, type CountResponse, type ProblemCode } from '@watchpost/contract'
import type { Family } from '@watchpost/model'
import {
  type Accepted,
  type CostInputs,
  createTemplates,
  type FieldCatalog,
  guardSearch,
  type Refused,
  type RefusalKind,
  type TimeRange,
} from '@watchpost/query-guard'
import type { Answer } from './answer/answer.ts'
import type { Question } from './engine-search.ts'
import { listFieldsOf } from './field-list.ts'
import type { Flights, Connection } from './flight/flights.ts'
import type { Choice } from './indexes/choose-indexes.ts'

/** Dependencies of search. */
export interface SearchPorts {
  flights: Pick<Flights, 'ask'>
  indexes: {
    choose(families: readonly Family[], range: TimeRange): Choice
    costInputs(families: readonly Family[]): CostInputs | undefined
  }
  /** The fields of several indexes together. */
  fields(families: readonly Family[]): FieldCatalog
  catalogOf(family: Family): FieldCatalog
  /** Maximum number of shards of a search. */
  maxShards: number
  /** Called with the reason for every rejected search. */
  onRefusal(reason: string): void
  /** Called for an answer that was cut off because its reader was too slow. */
  onCut(reason: 'too-slow'): void
  now?: () => number
}

/** The caller of a search. */
export interface Searcher {
  /** Whose share of the engine it uses: an account, or an API key. */
  caller: string
  /** Everything that the answer may depend on besides the query. */
  rights: string
  profile: 'operator' | 'expert'
}

export interface SearchCall {
  families: readonly Family[]
  /** As the caller sent it; empty means `{}`. */
  body: Uint8Array
  searcher: Searcher
  requestId: string
  connection: Connection
  /** Called with the normalised query, before it is sent to the engine. */
  onUnderstood?(normalised: string, range: TimeRange): void
}

export type SearchService = ReturnType<typeof createSearchService>

const refusalCodes: Record<RefusalKind, ProblemCode> = {
  malformed: 'query-invalid',
  'not-allowed': 'query-feature-not-allowed',
  'too-expensive': 'query-too-expensive',
  'too-large': 'payload-too-large',
}

const emptyBody = Buffer.from('{}')

export function createSearchService(ports: SearchPorts) {
  const { flights, indexes, fields, catalogOf, maxShards, onRefusal, onCut, now = Date.now } = ports
  const fieldLists = new Map<string, Buffer>()
  const templates = createTemplates()

  function refuse(code: ProblemCode, kind: string, detail: string | undefined, errors: readonly Item[]): never {
    onRefusal(kind)
    throw new AppError(code, detail, { errors })
  }

  /** The search for the engine: rebuilt from what the guard understood, never the caller's own bytes. */
  function guarded(
    { body, families, searcher, onUnderstood }: Pick<SearchCall, 'body' | 'families' | 'searcher' | 'onUnderstood'>,
    kind: 'search' | 'count',
  ): Accepted {
    const inputs = indexes.costInputs(families)
    const verdict = guardSearch(body.length > 0 ? body : emptyBody, {
      fields: fields(families),
      kind,
      profile: searcher.profile,
      now: now(),
      templates,
      ...(inputs && { inputs }),
    })
    if (verdict.ok) {
      onUnderstood?.(verdict.normalised, verdict.timeRange)
      return verdict
    }
    const errors = itemsOf(verdict)
    return refuse(refusalCodes[verdict.kind], verdict.kind, errors[0]?.detail, errors)
  }

  function chosen(families: readonly Family[], range: TimeRange): Choice {
    const choice = indexes.choose(families, range)
    if (choice.shards <= maxShards) return choice
    const detail = `The search would ask ${choice.shards} shards; at most ${maxShards} are allowed. Narrow the range of @timestamp.`
    return refuse('query-too-expensive', 'shards', detail, [{ pointer: '#/query', detail }])
  }

  function ask(call: SearchCall, accepted: Accepted, body: string): Promise<Answer> {
    const { target } = chosen(call.families, accepted.timeRange)
    const { searcher, connection, requestId } = call
    const question: Question = {
      target,
      body,
      hasOwnTimeout: accepted.hasTimeout,
      // A string of the caller may contain the name too. Then the answer is scanned without need.
      hasHits: !accepted.isAggregationOnly || body.includes('"top_hits"'),
      hitNames: accepted.hitNames,
      queue: accepted.queue,
      requestId,
    }
    const key = accepted.isAggregationOnly ? `${searcher.rights}\n${target}\n${body}` : undefined
    return flights.ask({ question, caller: searcher.caller, key, connection }).catch((error: unknown) => {
      // The guard accepted it and the engine did not. Count these: each shows a gap in the guard.
      if (error instanceof AppError && error.code === 'query-invalid') onRefusal('engine')
      throw error
    })
  }

  return {
    /** The answer of the engine. */
    search(call: SearchCall): Promise<Answer> {
      const accepted = guarded(call, 'search')
      return ask(call, accepted, accepted.normalised)
    },

    /** An exact count: a search without hits, because the engine's own count has no timeout. */
    async count(call: SearchCall): Promise<CountResponse> {
      const accepted = guarded(call, 'count')
      const body = JSON.stringify({ ...accepted.body, size: 0, track_total_hits: true })
      const answer = await ask(call, { ...accepted, isAggregationOnly: true }, body)
      if (answer.kind === 'stream') throw new Error('the engine answers a count at great length')
      const { hits } = JSON.parse(answer.bytes.toString()) as { hits: { total: { value: number } } }
      return { count: hits.total.value }
    },

    /** Estimates the cost of a search without running it. */
    estimate(call: Pick<SearchCall, 'body' | 'families' | 'searcher'>): CostEstimate {
      const { cost, queue, timeRange } = guarded(call, 'search')
      const { shards } = chosen(call.families, timeRange)
      const at = (time: number | undefined) => (time === undefined ? null : toInstant(time))
      return {
        work_ms: toMicros(cost.workMs),
        expected_ms: toMicros(cost.expectedMs),
        memory_bytes: Math.round(cost.memoryBytes),
        budget: { work_ms: cost.budget.workMs, memory_bytes: cost.budget.memoryBytes, shards: maxShards },
        queue,
        lane: queue,
        shards,
        time_range: { from: at(timeRange.from), to: at(timeRange.to) },
        parts: cost.parts.map(({ pointer, what, workMs, expectedMs, memoryBytes }) => ({
          pointer,
          what,
          work_ms: toMicros(workMs),
          expected_ms: toMicros(expectedMs),
          memory_bytes: Math.round(memoryBytes),
        })),
      }
    },

    /** The searchable fields as JSON. It is about a megabyte and never changes, so it is serialised once. */
    fieldList(families: readonly Family[]): Buffer {
      const key = families.join()
      const list = fieldLists.get(key) ?? Buffer.from(JSON.stringify(listFieldsOf(families, catalogOf)))
      fieldLists.set(key, list)
      return list
    },

    tooSlow: () => onCut('too-slow'),
  }
}

interface Item {
  pointer: string
  detail: string
}

function itemsOf({ refusals }: Refused): Item[] {
  return refusals.map(({ pointer, detail, ...excess }) => ({
    ...excess,
    pointer: `#${pointer.replace(/^#/, '')}`,
    detail,
  }))
}

/** Milliseconds, rounded to microseconds. */
function toMicros(milliseconds: number): number {
  return Math.round(milliseconds * 1_000) / 1_000
}

/** A time as ISO 8601, clamped to what JavaScript can represent. */
function toInstant(time: number): string {
  const furthest = 8.64e15
  return new Date(Math.max(-furthest, Math.min(furthest, time))).toISOString()
}
