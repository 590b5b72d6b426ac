import { fieldCatalog } from '@watchpost/engine'
import { requestOf } from '../../../../packages/query-guard/src/fixtures/generate/any-request.ts'
import { generateBody } from '../../../../packages/query-guard/src/fixtures/generate/generate-body.ts'
import { guardSearch } from '../../../../packages/query-guard/src/guard-search.ts'

/** A generated body and the guard's decision. */
export interface JudgedBody {
  body: Uint8Array
  isAccepted: boolean
}

const REFUSED_EVERY = 5

/** Yields this many accepted bodies, alternately from the grammar and of any kind, and one in five rejected ones. */
export function* judgedBodies(first: number, accepted: number): Generator<JudgedBody> {
  const fields = fieldCatalog('network_events')
  let refused = 0
  for (let seed = first, taken = 0; taken < accepted; seed++) {
    const body =
      seed % 2 === 0 ? Buffer.from(JSON.stringify(generateBody(seed, fields, false))) : requestOf(seed, fields)
    const isAccepted = guardSearch(body, { fields, kind: 'search' }).ok
    if (isAccepted) taken += 1
    else refused += 1
    if (isAccepted || refused % REFUSED_EVERY === 0) yield { body, isAccepted }
  }
}
