import { setTimeout as sleep } from 'node:timers/promises'
import type { Asker } from '../../alerts/http.ts'

const PAUSE_MS = 500

export interface Colleague {
  /** The alerts that the colleague closed. */
  closed: ReadonlySet<string>
  /** The time that each change took. */
  times: readonly number[]
  /** Ends after the change under way. */
  leave(): Promise<void>
}

/**
 * Closes these alerts one by one, each at whichever copy of the API answers. A change that fails is made again: it may
 * have had its effect.
 */
export function startColleague(asker: Asker, bases: readonly string[], uuids: readonly string[]): Colleague {
  const closed = new Set<string>()
  const times: number[] = []
  let isLeaving = false

  async function close(uuid: string): Promise<void> {
    for (let turn = 0; ; turn++) {
      const base = bases[turn % bases.length] ?? ''
      const startedAt = performance.now()
      const answer = await asker
        .ask(base, '/api/alerts/marks', { ids: [uuid], status: 'closed' })
        .catch(() => undefined)
      closed.add(uuid)
      if (answer?.status === 204) {
        times.push(performance.now() - startedAt)
        return
      }
      // A killed copy is away for some seconds; the other one answers.
      if (answer && answer.status < 500 && answer.status !== 429)
        throw new Error(`not closed: ${answer.status} ${JSON.stringify(answer.body)}`)
      await sleep(100)
    }
  }

  const work = (async () => {
    for (const uuid of uuids) {
      if (isLeaving) return
      await close(uuid)
      await sleep(PAUSE_MS)
    }
  })()
  work.catch(() => undefined)
  return {
    closed,
    times,
    async leave() {
      isLeaving = true
      await work
    },
  }
}
