import type { Client } from '@opensearch-project/opensearch'
import { families } from '@watchpost/model'
import { aliasName } from '../generation.ts'
import { type Fields, fieldsOf } from './family-fields.ts'
import { nest } from './index-body.ts'

/** Fields of every family of events that indexes of earlier versions were made without. */
const ADDED = ['timestamp_claimed', 'clock_fault'] as const

/**
 * Maps the fields that an earlier version did not know in indexes that it made, sealed ones too: what is stored from now
 * on can be found by them, and sorting by one does not fail where no document has it.
 */
export async function addFields(client: Client, prefix: string): Promise<void> {
  const index = families.map((family) => `${aliasName(prefix, family)}-*`)
  // The engine answers 404 while there is no index at all.
  const { body } = await client.indices.getFieldMapping({ index, fields: [...ADDED] }, { ignore: [404] })
  for (const [name, { mappings }] of Object.entries(body as Record<string, { mappings: object }>)) {
    const missing = ADDED.filter((field) => !Object.hasOwn(mappings, field))
    if (missing.length > 0) await client.indices.putMapping({ index: name, body: { properties: nest(only(missing)) } })
  }
}

/** They are part of the envelope, which is the same in every family. */
function only(names: readonly string[]): Fields {
  return new Map([...fieldsOf('network_events')].filter(([path]) => names.includes(path)))
}
