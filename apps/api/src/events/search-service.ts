import { AppError, type CountResponse, type ProblemCode } from '@watchpost/contract'
import type { Family } from '@watchpost/model'
import { type FieldCatalog, guardSearch } from '@watchpost/query-guard'
import type { BoundedQueue } from '../bounded-queue.ts'
import { addHitType } from './add-hit-type.ts'

/** What searching needs. */
export interface SearchPorts {
  engine: {
    search(request: {
      families: readonly Family[]
      body: Record<string, unknown>
      requestId: string
      signal: AbortSignal
    }): Promise<Buffer>
  }
  fields(families: readonly Family[]): FieldCatalog
  searching: BoundedQueue
  onRefusal(reason: string): void
}

export interface SearchCall {
  families: readonly Family[]
  /** As the caller sent it; empty means `{}`. */
  body: Uint8Array
  requestId: string
  signal: AbortSignal
}

export type SearchService = ReturnType<typeof createSearchService>

const refusalCodes = {
  malformed: 'query-invalid',
  'not-allowed': 'query-feature-not-allowed',
  'too-expensive': 'query-too-expensive',
  'too-large': 'payload-too-large',
} as const satisfies Record<string, ProblemCode>

const emptyBody = Buffer.from('{}')

export function createSearchService({ engine, fields, searching, onRefusal }: SearchPorts) {
  /** The body that may go to the engine: built anew from what the guard understood, never the caller's own bytes. */
  function guarded({ body, families }: SearchCall, kind: 'search' | 'count'): Record<string, unknown> {
    const verdict = guardSearch(body.length > 0 ? body : emptyBody, { fields: fields(families), kind })
    if (verdict.ok) return verdict.body
    onRefusal(verdict.kind)
    const errors = verdict.refusals.map(({ pointer, detail }) => ({ pointer: `#${pointer.replace(/^#/, '')}`, detail }))
    throw new AppError(refusalCodes[verdict.kind], errors[0]?.detail, { errors })
  }

  function send({ families, requestId, signal }: SearchCall, body: Record<string, unknown>): Promise<Buffer> {
    return searching.run(() => engine.search({ families, body, requestId, signal }), signal)
  }

  return {
    /** The answer of the engine as JSON bytes. */
    async search(call: SearchCall): Promise<Buffer> {
      return addHitType(await send(call, guarded(call, 'search')))
    },

    /** An exact count: a search without hits, since the engine's own count knows no time-out. */
    async count(call: SearchCall): Promise<CountResponse> {
      const { query } = guarded(call, 'count')
      const answer = await send(call, { ...(query ? { query } : {}), size: 0, track_total_hits: true })
      const { hits } = JSON.parse(answer.toString()) as { hits: { total: { value: number } } }
      return { count: hits.total.value }
    },
  }
}
