import type { Client } from '@opensearch-project/opensearch'
import { families } from '@watchpost/model'
import { aliasName } from '../generation.ts'
import { alertFields } from './alert-fields.ts'
import { type Fields, fieldsOf } from './family-fields.ts'
import { nest } from './index-body.ts'

/** Fields of every event family that indexes of earlier versions lack. They are part of the envelope. */
const ADDED = only(fieldsOf('network_events'), ['timestamp_claimed', 'clock_fault'])

/** The state that analysts set on alerts. */
const STATE = only(alertFields, ['status', 'tags', 'verdict', 'assignee', 'revision'])

/**
 * Maps new fields in indexes of earlier versions, also sealed ones: searches find them in new documents, and sorting by
 * one does not fail in an index without values.
 */
export function addFields(client: Client, prefix: string): Promise<void> {
  const indexes = families.map((family) => `${aliasName(prefix, family)}-*`)
  return addTo(client, indexes, ADDED)
}

/** The same for the state of alerts in the indexes of entries. */
export function addStateFields(client: Client, prefix: string): Promise<void> {
  return addTo(client, [`${aliasName(prefix, 'alerts')}-*`], STATE)
}

/** Maps those of the fields that the indexes lack. */
export async function addTo(client: Client, index: string[], fields: Fields): Promise<void> {
  const names = [...fields.keys()]
  // The engine returns 404 while there is no index at all.
  const { body } = await client.indices.getFieldMapping({ index, fields: names }, { ignore: [404] })
  for (const [name, { mappings }] of Object.entries(body as Record<string, { mappings?: object }>)) {
    if (!mappings) continue
    const missing = names.filter((field) => !Object.hasOwn(mappings, field))
    const properties = nest(only(fields, missing))
    if (missing.length > 0) await client.indices.putMapping({ index: name, body: { properties } })
  }
}

function only(fields: Fields, names: readonly string[]): Fields {
  return new Map([...fields].filter(([path]) => names.includes(path)))
}
