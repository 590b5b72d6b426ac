import type { Input } from '@watchpost/sdk'
import type { Span } from '../time/range.ts'

export type AuditQuery = NonNullable<Input<'listAudit'>['query']>

export const typedNames = ['actor', 'action', 'object', 'address', 'text'] as const
export type TypedName = (typeof typedNames)[number]

export const kinds = ['all', 'change', 'access'] as const
export const results = ['all', 'ok', 'refused', 'failed'] as const

/** The filters of the audit log, all of them stored in the URL. */
export interface AuditFilter {
  kind: (typeof kinds)[number]
  result: (typeof results)[number]
  typed: Readonly<Partial<Record<TypedName, string>>>
}

/** Reads the filters from the URL. */
export function readAuditFilter(query: URLSearchParams): AuditFilter {
  return {
    kind: kinds.find((each) => each === query.get('kind')) ?? 'all',
    result: results.find((each) => each === query.get('result')) ?? 'all',
    typed: Object.fromEntries(typedNames.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : []))),
  }
}

/** The parameters of the listing request. */
export function auditQueryOf({ kind, result, typed }: AuditFilter, span: Span): AuditQuery {
  return {
    ...(kind !== 'all' && { kind }),
    ...(result !== 'all' && { result }),
    ...typed,
    from: new Date(span.from).toISOString(),
    to: new Date(span.to).toISOString(),
  }
}
