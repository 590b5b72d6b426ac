import { Agent } from 'node:https'
import { childrenOf } from '../../stack/appliance-server.ts'
import type { Stack } from '../../stack/stack.ts'
import { signIn } from '../accounts/administrator.ts'
import type { ExpectedHour } from './oracle.ts'

export interface StatedHour extends Omit<ExpectedHour, 'received' | 'indexed'> {
  hour: string
  silent_probes: number
}

/** The part of the coverage response that the proof uses. */
export interface Statement {
  state: 'complete' | 'incomplete' | 'unknown'
  affected_probe_count: number
  causes: { cause: string; count: number; is_open: boolean }[]
  hours: StatedHour[]
  open: Record<'silent_probes' | 'late' | 'missing' | 'dead_lettered', number>
  probes: { id: number; is_removed: boolean; hours: (StatedHour & Pick<ExpectedHour, 'received' | 'indexed'>)[] }[]
}

export interface ToldHeaders {
  lag: number
  gaps: number
}

/** The API's coverage metrics, by the last words of their names. */
export type ToldMetrics = Record<'silent_probes' | 'late' | 'missing' | 'dead_lettered' | 'expired' | 'dropped', number>

const metricNames: Record<keyof ToldMetrics, string> = {
  silent_probes: 'coverage_silent_probes',
  late: 'coverage_late_events',
  missing: 'coverage_missing_events',
  dead_lettered: 'coverage_dead_lettered_events',
  expired: 'coverage_expired_events',
  dropped: 'coverage_dropped_packets',
}

export type StatementClient = Awaited<ReturnType<typeof createStatementClient>>

/** Reads coverage through every interface of the API. */
export async function createStatementClient(stack: Stack) {
  const { ca, call } = await signIn(stack)
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  // Read once: the supervisor may be stopped later.
  const internalPort = (await childrenOf(stack.state.config.internalPort)).find(({ name }) =>
    name.startsWith('api'),
  )?.internalPort
  const range = (from: number, to: number, prefix = '') =>
    new URLSearchParams({
      [`${prefix}from`]: new Date(from).toISOString(),
      [`${prefix}to`]: new Date(to).toISOString(),
    }).toString()

  async function get(path: string) {
    const answer = await call('GET', path, undefined, { agent })
    if (answer.status !== 200) throw new Error(`GET ${path}: ${answer.status} ${answer.text}`)
    return answer
  }

  return {
    ca,
    call,
    async setSilentSeconds(seconds: number): Promise<void> {
      const { status, text } = await call('PATCH', '/api/settings', { probe_silent_seconds: seconds })
      if (status !== 200) throw new Error(`the setting cannot be changed: ${status} ${text}`)
    },
    async statement(from: number, to: number, probeId?: number): Promise<Statement> {
      const ofProbe = probeId === undefined ? '' : `&probe_id=${probeId}`
      return JSON.parse((await get(`/api/coverage?${range(from, to)}${ofProbe}`)).text) as Statement
    },
    async headers(from: number, to: number): Promise<ToldHeaders> {
      const { headers } = await get(`/api/alerts?limit=1&${range(from, to, 'date_')}`)
      return { lag: Number(headers['watchpost-lag']), gaps: Number(headers['watchpost-gaps']) }
    },
    async metrics(): Promise<ToldMetrics> {
      const text = await (await fetch(`http://127.0.0.1:${internalPort}/metrics`)).text()
      const valueOf = (name: string) =>
        Number(new RegExp(`^watchpost_${name}(?:\\{[^}]*\\})? (\\S+)`, 'm').exec(text)?.[1] ?? Number.NaN)
      return Object.fromEntries(Object.entries(metricNames).map(([key, name]) => [key, valueOf(name)])) as ToldMetrics
    },
    close: () => agent.destroy(),
  }
}
