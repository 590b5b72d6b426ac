import { type Client, errors } from '@opensearch-project/opensearch'
import { isAnswer } from '../is-answer.ts'

type CreateBody = NonNullable<Parameters<Client['indices']['create']>[0]['body']>
type Settings = { readonly [name: string]: unknown }

export interface IndexBody {
  settings: { index: Settings }
  mappings: NonNullable<CreateBody['mappings']>
  aliases: NonNullable<CreateBody['aliases']>
}

/** Settings that versions before 3.7.0 may not know. Without them an index works, only more slowly. */
const DISPENSABLE: ReadonlySet<string> = new Set([
  'index.merge.scheduler.max_force_merge_mb_per_sec',
  'index.merge_on_flush.enabled',
  'index.optimize_doc_id_lookup.fuzzy_set.enabled',
  'index.optimize_doc_id_lookup.fuzzy_set.false_positive_probability',
])

/** Creates an index unless it exists, without the dispensable settings that the engine does not know. */
export async function createIndex(client: Client, index: string, { settings, ...body }: IndexBody): Promise<void> {
  const flat = flatten({ index: settings.index })
  for (;;) {
    try {
      await client.indices.create({ index, body: { settings: Object.fromEntries(flat), ...body } })
      return
    } catch (error) {
      if (isAnswer(error, 'resource_already_exists_exception')) return
      const unknown = unknownSetting(error)
      // The engine names one of them in each answer.
      if (unknown === undefined || !DISPENSABLE.has(unknown) || !flat.delete(unknown)) throw error
    }
  }
}

/** The setting that the engine does not know, if that is why it refused. */
function unknownSetting(error: unknown): string | undefined {
  if (!(error instanceof errors.ResponseError) || error.statusCode !== 400) return undefined
  return /^unknown setting \[([^\]]+)\]/.exec(String(error.body?.error?.reason))?.[1]
}

/** Nested settings by their full names. */
function flatten(settings: Settings, prefix = ''): Map<string, unknown> {
  const entries = Object.entries(settings).flatMap(([name, value]): [string, unknown][] =>
    typeof value === 'object' && value !== null
      ? [...flatten(value as Settings, `${prefix}${name}.`)]
      : [[`${prefix}${name}`, value]],
  )
  return new Map(entries)
}
