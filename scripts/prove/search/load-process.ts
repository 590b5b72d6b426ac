import { Client, type Dispatcher } from 'undici'

/** A run for this process. */
export interface LoadOrder {
  origin: string
  ca?: string
  path: string
  /** One per connection; the first is reused if there are fewer. */
  headers: string[][]
  /**
   * Each connection sends these in turn. `"@7@"` becomes a number from 7 on that no other request of this process has.
   */
  bodies: string[]
  connections: number
  seconds: number
}

/** The result of a run. */
export interface LoadResult {
  requests: number
  perSecond: number
  p50: number
  p95: number
  p99: number
  /** Responses by status; 0 for none. */
  statuses: Record<string, number>
  bytes: number
}

/** Kept between runs, like a keep-alive client. */
const clients = new Map<string, Client[]>()
let serial = 0

function clientsOf({ origin, ca, connections }: LoadOrder): Client[] {
  const own = clients.get(origin) ?? []
  clients.set(origin, own)
  while (own.length < connections) {
    own.push(new Client(origin, { pipelining: 1, allowH2: false, ...(ca && { connect: { ca } }) }))
  }
  return own.slice(0, connections)
}

async function run(order: LoadOrder): Promise<LoadResult> {
  const latencies: number[] = []
  const statuses: Record<string, number> = {}
  const startedAt = performance.now()
  const until = startedAt + order.seconds * 1_000
  let bytes = 0

  function once(client: Client, headers: string[], body: string): Promise<void> {
    return new Promise((done) => {
      const sentAt = performance.now()
      let status = 0
      const end = (): void => {
        latencies.push(performance.now() - sentAt)
        statuses[status] = (statuses[status] ?? 0) + 1
        done()
      }
      const handler: Dispatcher.DispatchHandler = {
        onRequestStart() {},
        onResponseStart(_controller, given) {
          status = given
        },
        onResponseData(_controller, chunk) {
          bytes += chunk.length
        },
        onResponseEnd: end,
        onResponseError() {
          status = 0
          end()
        },
      }
      client.dispatch({ method: 'POST', path: order.path, headers, body }, handler)
    })
  }

  await Promise.all(
    clientsOf(order).map(async (client, at) => {
      const headers = order.headers[at % order.headers.length] ?? []
      for (let turn = 0; performance.now() < until; turn++) {
        const body = order.bodies[turn % order.bodies.length] ?? '{}'
        await once(
          client,
          headers,
          body.replace(/"@(\d+)@"/, (_, from) => String(Number(from) + serial++)),
        )
      }
    }),
  )
  const seconds = (performance.now() - startedAt) / 1_000
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0
  return {
    requests: latencies.length,
    perSecond: latencies.length / seconds,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    statuses,
    bytes,
  }
}

process.on('message', (order: LoadOrder) => {
  void run(order).then((result) => process.send?.(result))
})
