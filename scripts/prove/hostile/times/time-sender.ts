import { randomBytes } from 'node:crypto'
import { Pool } from 'undici'
import { loadFleet } from '../../../../apps/simulate/src/fleet/fleet.ts'
import type { Stack } from '../../../stack/stack.ts'
import type { ClaimedEvent } from './claimed-events.ts'

/** An event that the gateway has acknowledged, with the time. */
export interface SentEvent extends ClaimedEvent {
  id: string
  sequence: number
  /** It arrived between these two times, in milliseconds. */
  from: number
  to: number
}

/** Sends events as the first probe of a stack, in one stream. */
export async function createTimeSender({ folder, state }: Stack) {
  const { ca, probes } = await loadFleet(folder.root, 1, () => undefined)
  const [probe] = probes
  if (!probe) throw new Error('the stack has no probe')
  const { cert, key, id: probeId } = probe
  const pool = new Pool(`https://127.0.0.1:${state.config.gatewayPort}`, { connect: { ca, cert, key } })
  const stream = randomBytes(16).toString('hex')
  let next = 0

  async function post(first: number, lines: readonly string[]): Promise<void> {
    const headers = {
      'content-type': 'application/x-ndjson',
      'watchpost-stream': stream,
      'watchpost-first-sequence': String(first),
    }
    const body = lines.map((line) => `${line}\n`).join('')
    const answer = await pool.request({ method: 'POST', path: '/v1/events', headers, body })
    const text = await answer.body.text()
    if (answer.statusCode !== 200) throw new Error(`the gateway answers ${answer.statusCode}: ${text.slice(0, 300)}`)
  }

  return {
    probeId,
    stream,
    async send(events: readonly ClaimedEvent[]): Promise<SentEvent[]> {
      const first = next
      next += events.length
      const from = Date.now()
      await post(
        first,
        events.map(({ line }) => line),
      )
      const to = Date.now()
      return events.map((event, turn) => {
        const sequence = first + turn
        const id = `${probeId}-${stream}-${String(sequence).padStart(12, '0')}`
        return { ...event, id, sequence, from, to }
      })
    },
    /** Sends the same events again with the same sequence numbers. */
    resend: (events: readonly SentEvent[]) =>
      post(
        events[0]?.sequence ?? 0,
        events.map(({ line }) => line),
      ),
    close: () => pool.close(),
  }
}
export type TimeSender = Awaited<ReturnType<typeof createTimeSender>>
