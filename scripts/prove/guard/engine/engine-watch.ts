/** Observes the engine directly, to detect access that the API should prevent. */
export interface EngineState {
  /** Searches and reads of the canary index. */
  canaryReads: number
  scriptCompilations: number
  breakerTrips: number
  /** Changes when the engine restarts. */
  startedAt: number
}

/** A text that no response may contain. */
export const CANARY = 'canary-4f1d9c-never-to-be-seen'
const CANARY_INDEX = 'secrets'

interface NodeStats {
  jvm: { timestamp: number; uptime_in_millis: number }
  script: { compilations: number }
  breakers: Record<string, { tripped: number }>
}

interface IndexStats {
  _all: {
    total: { search: { query_total: number; fetch_total: number; suggest_total: number }; get: { total: number } }
  }
}

/** Creates an index with secrets next to the events, with the field names that bodies use. */
export async function plantCanary(engineUrl: string): Promise<void> {
  await call(engineUrl, 'DELETE', `/${CANARY_INDEX}?ignore_unavailable=true`)
  const settings = { index: { number_of_shards: 1, number_of_replicas: 0 } }
  await call(engineUrl, 'PUT', `/${CANARY_INDEX}`, { settings })
  for (const id of ['1', '2', 'x']) {
    const document = { ip: '10.1.1.10', path: CANARY, y: CANARY, query: CANARY, event_type: CANARY, src_ip: CANARY }
    await call(engineUrl, 'PUT', `/${CANARY_INDEX}/_doc/${id}`, document)
  }
  await call(engineUrl, 'POST', `/${CANARY_INDEX}/_refresh`)
}

/** Removes it again, because the data set is kept. */
export async function removeCanary(engineUrl: string): Promise<void> {
  await call(engineUrl, 'DELETE', `/${CANARY_INDEX}?ignore_unavailable=true`)
}

/** Reads the current state. */
export async function engineState(engineUrl: string): Promise<EngineState> {
  const nodes = (await call(engineUrl, 'GET', '/_nodes/stats/jvm,script,breaker')) as {
    nodes: Record<string, NodeStats>
  }
  const index = (await call(engineUrl, 'GET', `/${CANARY_INDEX}/_stats/search,get`)) as IndexStats
  const all = Object.values(nodes.nodes)
  const { search, get } = index._all.total
  const [first] = all
  return {
    canaryReads: search.query_total + search.fetch_total + search.suggest_total + get.total,
    scriptCompilations: all.reduce((sum, each) => sum + each.script.compilations, 0),
    breakerTrips: all.reduce((sum, each) => sum + Object.values(each.breakers).reduce((s, b) => s + b.tripped, 0), 0),
    // The engine's start time; the division absorbs clock differences.
    startedAt: first ? Math.round((first.jvm.timestamp - first.jvm.uptime_in_millis) / 10_000) : 0,
  }
}

async function call(engineUrl: string, method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(engineUrl + path, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok && !(method === 'DELETE' && response.status === 404)) {
    throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`)
  }
  return JSON.parse(text)
}
