import { randomBytes } from 'node:crypto'
import { Agent, request, type RequestOptions } from 'node:https'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/** A well-behaved client that repeats one request from one IP address. */
export interface OnlookerOrder {
  name: string
  port: number
  address: string
  /** All requests on one connection; otherwise one connection each. */
  isKept: boolean
  everyMs: number
  ca: string
  /** For a probe, which sends events. */
  cert?: string
  key?: string
  /** For an API client, which requests the version. */
  apiKey?: string
}

/** When a call was slow, and the time of each step since its start, in ms. */
export interface SlowCall {
  startedAt: number
  connectedMs: number | undefined
  securedMs: number | undefined
  elapsedMs: number
}

export interface OnlookerFigures {
  name: string
  calls: number
  slowestMs: number
  slow: SlowCall[]
  /** Unsuccessful responses and failed connections. */
  failures: string[]
}

/** The final report of the onlooker process. */
export interface OnlookersReport {
  onlookers: OnlookerFigures[]
  /** The longest delay of this process itself, which is part of the times above. */
  ownDelayMs: number
}

const TIMEOUT_MS = 10_000
const MOST_FAILURES = 20
const SLOW_MS = 500
const EVENT = '{"event_type":"flow","proof":"hostile connections"}\n'

function createOnlooker(order: OnlookerOrder) {
  const figures: OnlookerFigures = { name: order.name, calls: 0, slowestMs: 0, slow: [], failures: [] }
  const stream = randomBytes(16).toString('hex')
  const kept = new Agent({ keepAlive: true, maxSockets: 1 })
  let sequence = 0

  function options(): RequestOptions {
    const common = {
      host: '127.0.0.1',
      servername: 'localhost',
      port: order.port,
      localAddress: order.address,
      agent: order.isKept ? kept : new Agent({ keepAlive: false }),
      ca: order.ca,
      timeout: TIMEOUT_MS,
    }
    if (!order.cert) return { ...common, path: '/api/version', headers: { 'api-key': order.apiKey } }
    const headers = {
      'content-type': 'application/x-ndjson',
      'watchpost-stream': stream,
      'watchpost-first-sequence': String(sequence),
    }
    return { ...common, method: 'POST', path: '/v1/events', cert: order.cert, key: order.key, headers }
  }

  function call(steps: Pick<SlowCall, 'connectedMs' | 'securedMs'>): Promise<string> {
    const startedAt = performance.now()
    return new Promise((resolve) => {
      const outgoing = request(options(), (incoming) => {
        incoming.resume().on('end', () => resolve(String(incoming.statusCode)))
        incoming.on('error', (error) => resolve(error.message))
      })
      outgoing.once('socket', (socket) => {
        if (!socket.connecting) return
        socket.once('connect', () => (steps.connectedMs = performance.now() - startedAt))
        socket.once('secureConnect', () => (steps.securedMs = performance.now() - startedAt))
      })
      outgoing.on('timeout', () => outgoing.destroy(new Error('no answer')))
      outgoing.on('error', (error) => resolve((error as NodeJS.ErrnoException).code ?? error.message))
      outgoing.end(order.cert ? EVENT : undefined)
    })
  }

  return {
    figures,
    async work(): Promise<never> {
      for (;;) {
        const slow: SlowCall = { startedAt: Date.now(), connectedMs: undefined, securedMs: undefined, elapsedMs: 0 }
        const startedAt = performance.now()
        const outcome = await call(slow)
        const elapsedMs = performance.now() - startedAt
        if (elapsedMs > SLOW_MS) figures.slow.push({ ...slow, elapsedMs })
        figures.calls += 1
        figures.slowestMs = Math.max(figures.slowestMs, elapsedMs)
        if (outcome === '200') sequence += 1
        else if (figures.failures.length < MOST_FAILURES) figures.failures.push(outcome)
        await sleep(Math.max(0, order.everyMs - elapsedMs))
      }
    },
  }
}

process.once('message', (orders: OnlookerOrder[]) => {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const onlookers = orders.map(createOnlooker)
  for (const each of onlookers) void each.work()
  process.once('message', () => {
    const report: OnlookersReport = {
      onlookers: onlookers.map((each) => each.figures),
      ownDelayMs: delay.max / 1e6,
    }
    process.send?.(report, () => process.exit())
  })
})
process.once('disconnect', () => process.exit())
