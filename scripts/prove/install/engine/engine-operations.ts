import type { ServiceName } from '@watchpost/runtime'

/** A request to the engine, and the services that may send it. All others have to be refused. */
export interface EngineOperation {
  name: string
  method: string
  path: string
  body?: unknown
  allowed: readonly ServiceName[]
}

const readers: readonly ServiceName[] = ['indexer', 'clusters', 'api']
const writers: readonly ServiceName[] = ['indexer', 'clusters']

/** The index of another application in the same cluster. */
export const FOREIGN = 'payroll'
/** An index of ours that no one needs. */
export const OWN = 'alerts-of-the-proof'

const op = (
  name: string,
  [method = '', path = '']: readonly string[],
  body?: unknown,
  allowed: readonly ServiceName[] = [],
): EngineOperation => ({ name, method, path, body, allowed })
const at = (text: string) => text.split(' ')

/** Written by hand, from what each service does. The order lets the administrator of the cluster do all of it. */
export const engineOperations: readonly EngineOperation[] = [
  // Users and roles.
  op('list users', at('GET /_plugins/_security/api/internalusers')),
  op('create a user', at('PUT /_plugins/_security/api/internalusers/intruder'), { password: 'a-Long-pass-phrase-77' }),
  op('create a role', at('PUT /_plugins/_security/api/roles/intruder'), { cluster_permissions: ['*'] }),
  op('read users', at('GET /.opendistro_security/_search')),
  // The cluster.
  op('change settings of the cluster', at('PUT /_cluster/settings'), { transient: { 'search.max_buckets': 10_000 } }),
  op('move shards', at('POST /_cluster/reroute')),
  op('list snapshots', at('GET /_snapshot')),
  op('create a template', at('PUT /_index_template/intruder'), { index_patterns: ['intruder-*'] }),
  op('delete a template', at('DELETE /_index_template/intruder')),
  op('change lasting settings of the cluster', at('PUT /_cluster/settings'), {
    persistent: { 'search.max_buckets': 20_000 },
  }),
  op('cancel tasks', at('POST /_tasks/_cancel?actions=nothing*')),
  op('list dangling indexes', at('GET /_dangling')),
  op('reload secrets', at('POST /_nodes/reload_secure_settings')),
  op('see threads', at('GET /_nodes/hot_threads')),
  op('search everything', at('GET /_search')),
  // The index of another application.
  op('read documents of others', at(`GET /${FOREIGN}/_search`)),
  op('count documents of others', at(`GET /${FOREIGN}/_count`)),
  op('read the mapping of others', at(`GET /${FOREIGN}/_mapping`)),
  op('write a document of others', at(`PUT /${FOREIGN}/_doc/2`), { amount: 2 }),
  op('change a document of others', at(`POST /${FOREIGN}/_update/1`), { doc: { amount: 3 } }),
  op('delete a document of others', at(`DELETE /${FOREIGN}/_doc/2`)),
  op('change settings of others', at(`PUT /${FOREIGN}/_settings`), { index: { refresh_interval: '5s' } }),
  op('change the mapping of others', at(`PUT /${FOREIGN}/_mapping`), { properties: { more: { type: 'keyword' } } }),
  op('give the index of others our alias', at('POST /_aliases'), {
    actions: [{ add: { index: FOREIGN, alias: 'alerts' } }],
  }),
  op('close the index of others', at(`POST /${FOREIGN}/_close`)),
  op('create an index of another name', at('PUT /intruder')),
  op('delete the index of others', at(`DELETE /${FOREIGN}`)),
  // Our indexes.
  op('read events', at('GET /network_events/_search'), undefined, readers),
  op('count alerts', at('GET /alerts/_count'), undefined, readers),
  op('read clusters', at('GET /clusters/_search'), undefined, readers),
  op('write an alert', at(`PUT /${OWN}/_doc/1`), { risk: 1 }, writers),
  op('change an alert', at(`POST /${OWN}/_update/1`), { doc: { risk: 2 } }, writers),
  op('delete an alert', at(`DELETE /${OWN}/_doc/1`), undefined, writers),
  op('extend a mapping', at(`PUT /${OWN}/_mapping`), { properties: { more: { type: 'keyword' } } }, writers),
  op('change a refresh interval', at(`PUT /${OWN}/_settings`), { index: { refresh_interval: '5s' } }, writers),
  op('merge an index', at(`POST /${OWN}/_forcemerge`), undefined, writers),
  op('close an index of ours', at(`POST /${OWN}/_close`)),
  op('open an index of ours', at(`POST /${OWN}/_open`)),
  op('delete an index of ours', at(`DELETE /${OWN}`), undefined, writers),
]
