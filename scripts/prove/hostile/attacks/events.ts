import { waitUntil } from '@watchpost/servers'
import { ALL_INDEXES } from '../../harness/judge.ts'
import { keptConnection, randomStream, sendBatch } from '../../probes/gateway-call.ts'
import { createProbeClient } from '../../probes/probe-client.ts'
import { authorityOf, type Stage } from '../stage.ts'
import { bytesOf } from './bytes.ts'
import type { Cast } from './cast.ts'
import { type EventRow, readEvents } from './table.ts'

const SETTLED_WITHIN_MS = 60_000
const MOST_SHOWN = 3

interface Found {
  note?: unknown
  uuid?: string
  probe?: { id?: number }
  ingest?: { stream?: string; sequence?: number }
}

/** Events of a hostile probe: each is stored or becomes a dead letter, and none can spoof another probe or time. */
export async function attackByEvents({ proof: { stack, api }, report }: Stage, cast: Cast): Promise<number> {
  const rows = readEvents()
  const gateway = { port: stack.state.config.gatewayPort, ca: authorityOf(stack) }
  const agent = keptConnection(gateway, cast.probe)
  const stream = randomStream()
  const probes = createProbeClient(api)
  const before = (await probes.ledger(cast.probeId)).totals
  const refused: string[] = []
  for (const [sequence, { name, line }] of rows.entries()) {
    const { status, code } = await sendBatch(gateway, agent, bytesOf(line), { stream, sequence })
    if (status !== 200) refused.push(`${name}: ${status} ${code}`)
  }
  agent.destroy()
  report.check('every hostile event is taken', refused.length === 0, refused.slice(0, MOST_SHOWN).join('; '))

  const accounted = async () => {
    const { totals } = await probes.ledger(cast.probeId)
    const settled = (each: typeof totals) => each.indexed + each.dead_lettered
    return settled(totals) - settled(before)
  }
  await waitUntil(async () => (await accounted()) >= rows.length, { withinMs: SETTLED_WITHIN_MS, everyMs: 250 })
  const settled = await accounted()
  report.check('every one of them is stored or a dead letter', settled === rows.length, `${settled} of ${rows.length}`)
  const stored = (await probes.ledger(cast.probeId)).totals.indexed - before.indexed
  // A stored document is not searchable immediately.
  await waitUntil(async () => (await documents()).length >= stored, { withinMs: SETTLED_WITHIN_MS, everyMs: 250 })
  const wrong = spoofed(await documents(), { stream, probe: cast.probeId, rows })
  report.check('none passes for an event of another', wrong.length === 0, wrong.slice(0, MOST_SHOWN).join('; '))
  return rows.length

  async function documents(): Promise<Found[]> {
    const query = { term: { 'ingest.stream': stream } }
    const { hits } = await api.search(ALL_INDEXES, {
      size: rows.length,
      query,
      _source: ['uuid', 'probe', 'ingest'],
    })
    return hits.hits.map(({ _source }) => _source as Found)
  }
}

/** Documents whose envelope differs from the one the appliance sets. */
export function spoofed(
  documents: readonly Found[],
  { stream, probe, rows }: { stream: string; probe: number; rows: readonly EventRow[] },
): string[] {
  if (documents.length === 0) return ['no document was found']
  return documents.flatMap((document) => {
    const { uuid = '', probe: sender, ingest } = document
    const row = rows[ingest?.sequence ?? -1]
    if (!row) return [`sequence ${ingest?.sequence} was never sent`]
    const isOwn = sender?.id === probe && ingest?.stream === stream && uuid.startsWith(`${probe}-${stream}-`)
    return isOwn ? [] : [`${row.name}: ${JSON.stringify(document).slice(0, 200)}`]
  })
}
