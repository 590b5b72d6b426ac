import type { Client } from '@opensearch-project/opensearch'
import type { EngineConfig } from './connect/engine-config.ts'
import { ownAliases } from './access/own-indexes.ts'

type Named = Pick<EngineConfig, 'prefix'>

interface CheckAnswer {
  items: { create: { status: number; error?: { type?: string; reason?: string } } }[]
}

/**
 * Whether the engine creates an index when a document is written to a missing one of ours. Such an index has no mapping
 * and no alias: its events would never be found. Tested by a write, because settings, templates and privileges all have
 * an effect. Created indexes are deleted. Throws while the engine cannot tell.
 */
export async function checkAutoCreate(client: Client, config: Named): Promise<'refused' | 'allowed'> {
  const names = ownAliases(config).map((alias) => `${alias}-auto-create-check`)
  // Left over from an interrupted check.
  await client.indices.delete({ index: names, ignore_unavailable: true })
  const lines = names.flatMap((name) => [`{"create":{"_index":"${name}","_id":"check"}}`, '{}'])
  const { body } = await client.transport.request({
    method: 'POST',
    path: '/_bulk',
    bulkBody: `${lines.join('\n')}\n`,
  })
  const items = (body as CheckAnswer).items.map(({ create }) => create)
  // Two indexers that start together may find each other's index: a conflict also shows that it was created.
  if (items.some(({ status }) => status < 300 || status === 409)) {
    await client.indices.delete({ index: names, ignore_unavailable: true })
    return 'allowed'
  }
  const unclear = items.find(({ status, error }) => status !== 403 && error?.type !== 'index_not_found_exception')
  if (unclear) throw new Error('the engine does not say whether it creates indexes', { cause: unclear.error })
  return 'refused'
}

/** The cluster setting that keeps the engine from creating our indexes, and still lets it create others. */
export function autoCreateSetting(config: Named): string {
  const excluded = ownAliases(config).map((alias) => `-${alias}-*`)
  return `action.auto_create_index: "${[...excluded, '+*'].join()}"`
}
