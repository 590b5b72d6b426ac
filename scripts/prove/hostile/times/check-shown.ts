import { waitUntil } from '@watchpost/servers'
import { childrenOf } from '../../../stack/appliance-server.ts'
import type { Stack } from '../../../stack/stack.ts'
import type { ApiClient } from '../../harness/api-client.ts'
import type { Report } from '../../harness/report.ts'
import { SOURCE } from './claimed-events.ts'
import type { SentEvent } from './time-sender.ts'

interface AlertRow {
  uuid: string
  id: string
  timestamp_claimed?: string
}

interface ClusterRow {
  ip: string
  date: string
  number_alerts: number
}

export interface ProbeClock {
  ahead: number
  old: number
  last_claimed: string
}

const COUNTED_WITHIN_MS = 180_000

/** The most recent real alert is the first row, whatever times others claim. */
export async function checkNewestFirst(
  report: Report,
  api: ApiClient,
  hostile: readonly SentEvent[],
  newest: SentEvent,
): Promise<void> {
  let rows: AlertRow[] = []
  const isListed = async () => {
    const answer = await api.send<AlertRow[]>('GET', '/api/alerts?limit=100')
    rows = answer.status === 200 ? answer.body : []
    return rows.some(({ uuid }) => uuid === newest.id)
  }
  await waitUntil(isListed, { withinMs: COUNTED_WITHIN_MS, everyMs: 500 })
  report.check('the alert that happened last is the first row', rows[0]?.uuid === newest.id, rows[0]?.id)
  const byId = new Map(rows.map((row) => [row.uuid, row]))
  const wrong = hostile.filter(({ id, claimed }) => byId.get(id)?.timestamp_claimed !== claimed)
  const names = wrong.map(({ name }) => name).join(', ')
  report.check('each is listed below it, with the time that it claimed', wrong.length === 0, names)
  report.check('the honest one is not flagged', byId.get(newest.id)?.timestamp_claimed === undefined)
}

/** Alerts count in the cluster of the hour in which they arrived. */
export async function checkClusters(report: Report, api: ApiClient, sent: readonly SentEvent[]): Promise<void> {
  let rows: ClusterRow[] = []
  const counted = () => rows.reduce((sum, { number_alerts }) => sum + number_alerts, 0)
  const isCounted = async () => {
    const answer = await api.send<ClusterRow[]>('GET', `/api/alerts/clusters?ip=${SOURCE}&type_ip=src`)
    rows = answer.status === 200 ? answer.body : []
    return counted() >= sent.length
  }
  await waitUntil(isCounted, { withinMs: COUNTED_WITHIN_MS, everyMs: 1_000 })
  const hours = new Set(sent.flatMap(({ from, to }) => [hourOf(from), hourOf(to)]))
  const isRight = counted() === sent.length && rows.every(({ date }) => hours.has(date))
  const detail = rows.map(({ date, number_alerts }) => `${date}: ${number_alerts}`).join(', ')
  report.check('clusters count them in the hour of their arrival', isRight, detail)
}

function hourOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 13)}:00:00`
}

/** The values on the probe's page and the indexers' counter. Each event counts once, however often it was sent. */
export async function checkCounted(
  report: Report,
  { stack, api, probeId }: { stack: Stack; api: ApiClient; probeId: number },
  hostile: readonly SentEvent[],
  before: { clock: ProbeClock; counter: number },
): Promise<void> {
  const { clock, counter } = await readCounts(stack, api, probeId)
  const ahead = hostile.filter(({ fault }) => fault === 'ahead').length
  const old = hostile.length - ahead
  const isCounted = clock.ahead - before.clock.ahead === ahead && clock.old - before.clock.old === old
  const claims = hostile.map(({ claimed }) => claimed)
  report.check('the probe has them counted', isCounted, `${clock.ahead} ahead, ${clock.old} old`)
  report.check('and the time that the last one claimed', claims.includes(clock.last_claimed), clock.last_claimed)
  const counted = counter - before.counter
  report.check('the counter rose by each of them once', counted === hostile.length, `${counted} of ${hostile.length}`)
}

export async function readCounts(
  { state }: Stack,
  api: ApiClient,
  probeId: number,
): Promise<{ clock: ProbeClock; counter: number }> {
  const { body } = await api.send<{ clock_corrections: ProbeClock | null }>('GET', `/api/probes/${probeId}`)
  const indexers = (await childrenOf(state.config.internalPort)).filter(({ name }) => name.startsWith('indexer'))
  const pages = await Promise.all(
    indexers.map(({ internalPort }) =>
      fetch(`http://127.0.0.1:${internalPort}/metrics`).then((answer) => answer.text()),
    ),
  )
  const line = /^watchpost_indexer_event_times_corrected_total\{[^}]*\} (\d+)/gm
  const counter = pages.flatMap((page) => [...page.matchAll(line)]).reduce((sum, [, value]) => sum + Number(value), 0)
  return { clock: body.clock_corrections ?? { ahead: 0, old: 0, last_claimed: '' }, counter }
}
