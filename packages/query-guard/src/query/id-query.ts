import type { FieldReference } from '../field-catalog.ts'
import { LIMITS } from '../limits.ts'
import type { Scalar } from '../value.ts'
import { given } from './build-query.ts'
import type { LeafQuery } from './query-tree.ts'

const LONGEST_ID = 512

/** An `ids` query over checked ids. */
export function idsQuery(values: string[], boost: number | undefined): LeafQuery {
  return {
    kind: 'leaf',
    type: 'ids',
    body: given({ values, boost }),
    weight: 1,
    effort: 'terms',
    lookups: values.length,
    condition: { kind: 'few', documents: values.length },
  }
}

/** Values of the field that repeats the id of a document, as an `ids` query; undefined for other fields and values. */
export function idsOfValues(
  { traits }: FieldReference,
  values: readonly Scalar[],
  boost: number | undefined,
): LeafQuery | undefined {
  const ids = values.map(String)
  return traits?.isId && ids.length <= LIMITS.ids && ids.every(isDocumentId) ? idsQuery(ids, boost) : undefined
}

/** Whether a value can be the id of a document. */
export function isDocumentId(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= LONGEST_ID && value.isWellFormed()
}
