import { setTimeout as sleep } from 'node:timers/promises'
import type { Statement, StatementClient } from './statement-client.ts'

const LOOK_MS = 150

/** Polls the state of a period and records every response. */
export function startWitness(client: StatementClient, from: number, to: number) {
  const answers: { askedAt: number; answeredAt: number; state: Statement['state'] }[] = []
  const ended = new AbortController()

  async function look(): Promise<void> {
    while (!ended.signal.aborted) {
      const askedAt = Date.now()
      const { state } = await client.statement(from, to)
      answers.push({ askedAt, answeredAt: Date.now(), state })
      await sleep(LOOK_MS, undefined, { signal: ended.signal }).catch(() => undefined)
    }
  }
  const looking = look()
  looking.catch(() => undefined)

  return {
    /** The number of responses between two times that said complete. */
    completeBetween: (begin: number, end: number): number =>
      answers.filter((each) => each.askedAt >= begin && each.answeredAt <= end && each.state === 'complete').length,
    asked: (begin: number, end: number): number =>
      answers.filter((each) => each.askedAt >= begin && each.answeredAt <= end).length,
    /** When it was first complete after a given time. */
    firstComplete: (after: number): number | undefined =>
      answers.find((each) => each.askedAt >= after && each.state === 'complete')?.answeredAt,
    async stop(): Promise<void> {
      ended.abort()
      await looking
    },
  }
}
export type Witness = ReturnType<typeof startWitness>
