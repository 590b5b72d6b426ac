import { setTimeout as sleep } from 'node:timers/promises'
import type { Asker } from '../../alerts/http.ts'

export interface Job {
  id: number
  self: string
  state: 'running' | 'finished' | 'failed' | 'undoing' | 'undone'
  matching: number
  done: number
  skipped: number
  changed: number
  missing: number
  undo: { restored: number; changed: number; missing: number } | null
}

/** The job at its end, as any copy of the API that answers sees it. */
export async function followJob(asker: Asker, bases: readonly string[], self: string): Promise<Job> {
  for (let turn = 0; ; turn++) {
    const base = bases[turn % bases.length] ?? ''
    const answer = await asker.ask<Job>(base, self).catch(() => undefined)
    if (answer?.status === 200 && answer.body.state !== 'running' && answer.body.state !== 'undoing') return answer.body
    if (answer && answer.status !== 200 && answer.status < 500 && answer.status !== 429)
      throw new Error(`${self}: ${answer.status} ${JSON.stringify(answer.body)}`)
    await sleep(250)
  }
}

/** Alerts that the job, or its undo, left alone. */
export async function exceptionsOf(asker: Asker, base: string, self: string, of: 'job' | 'undo'): Promise<Set<string>> {
  const rows = await asker.all<{ uuid: string }>(base, `${self}/exceptions?of=${of}&limit=1000`)
  return new Set(rows.map(({ uuid }) => uuid))
}
