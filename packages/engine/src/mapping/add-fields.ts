import type { Client } from '@opensearch-project/opensearch'
import { families } from '@watchpost/model'
import { aliasName } from '../generation.ts'
import { type Fields, fieldsOf } from './family-fields.ts'
import { nest } from './index-body.ts'

/** Fields of every event family that indexes of earlier versions lack. */
const ADDED = ['timestamp_claimed', 'clock_fault'] as const

/**
 * Maps new fields in indexes of earlier versions, also sealed ones: searches find them in new documents, and sorting by
 * one does not fail in an index without values.
 */
export async function addFields(client: Client, prefix: string): Promise<void> {
  const index = families.map((family) => `${aliasName(prefix, family)}-*`)
  // The engine returns 404 while there is no index at all.
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
