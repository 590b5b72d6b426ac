import { NO_PERMISSION, type Targets, type Way } from './way.ts'

const engine = (name: string, method: string, path: string, body?: unknown): Way => ({
  name,
  script: (targets) => request(targets, method, path, body),
  refusal: NO_PERMISSION,
  control: 'everyone',
})

/** Requests to the engine. Those that destroy something are last. */
export const engineWays: readonly Way[] = [
  engine('search all events', 'GET', '/_all/_search?size=1'),
  engine('count the alerts', 'GET', '/alerts/_count'),
  engine('list the indexes', 'GET', '/_cat/indices'),
  engine('create an index', 'PUT', '/forged'),
  engine('write a forged event', 'PUT', '/forged/_doc/1', { alert: 'forged' }),
  engine('change an event', 'POST', '/forged/_update/1', { doc: { alert: 'changed' } }),
  engine('delete an event', 'DELETE', '/forged/_doc/1'),
  engine('change settings of the engine', 'PUT', '/_cluster/settings', {
    transient: { 'search.max_buckets': 10_000 },
  }),
  engine('give an index another name', 'POST', '/_aliases', {
    actions: [{ add: { index: 'forged', alias: 'other' } }],
  }),
  engine('close an index', 'POST', '/forged/_close'),
  engine('delete an index', 'DELETE', '/forged'),
  {
    name: 'connect to the port of the engine',
    script: ({ enginePort }) => `curl -sS --max-time 5 http://127.0.0.1:${enginePort}/`,
    // The machine has no such port.
    refusal: /failed to connect|couldn't connect/i,
    control: 'everyone',
  },
]

/** Without -v, curl does not say why it cannot connect to a socket. */
function request({ engine: { options, url } }: Targets, method: string, path: string, body?: unknown): string {
  const sent = body === undefined ? '' : ` -H 'content-type: application/json' -d '${JSON.stringify(body)}'`
  return `curl -sS -v --max-time 20 --fail-with-body ${options} -X ${method}${sent} '${url}${path}'`
}
