import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Report } from '../harness/report.ts'

export interface EngineAwayOptions {
  report: Report
  enginePid: number
  search(index: string, body: unknown): Promise<{ status: number; text: string; retryAfter?: string | undefined }>
}

const withinMs = 2_000

/** A frozen engine delays no request by more than two seconds, and is used again when it resumes. */
export async function checkEngineAway({ report, enginePid, search }: EngineAwayOptions): Promise<void> {
  const ask = async (turn: number) => {
    const startedAt = performance.now()
    const { status, retryAfter } = await search('network_events', { size: turn % 10, query: { match_all: {} } })
    return { status, retryAfter, ms: performance.now() - startedAt }
  }
  const frozen: Awaited<ReturnType<typeof ask>>[] = []
  process.kill(enginePid, 'SIGSTOP')
  try {
    await untilStopped(enginePid)
    for (let second = 0; second < 5; second++) {
      frozen.push(...(await Promise.all(Array.from({ length: 10 }, (_, turn) => ask(turn)))))
      await sleep(200)
    }
  } finally {
    process.kill(enginePid, 'SIGCONT')
  }
  const slowest = Math.max(...frozen.map(({ ms }) => ms))
  const isTold = frozen.every(({ status, retryAfter }) => (status === 503 || status === 429) && Number(retryAfter) > 0)
  const statuses = [...Map.groupBy(frozen, ({ status }) => status)].map(([status, all]) => `${all.length} × ${status}`)
  report.check('a frozen engine is told as 503 or 429, with when to come back', isTold, statuses.join(', '))
  report.check(
    `no one waits longer than ${withinMs} ms for a frozen engine`,
    slowest <= withinMs,
    `${Math.round(slowest)} ms`,
  )

  const wokenAt = performance.now()
  for (;;) {
    const { status } = await ask(1)
    const elapsed = performance.now() - wokenAt
    if (status === 200 || elapsed > 30_000) {
      report.check('a woken engine is used again by itself', status === 200, `after ${Math.round(elapsed)} ms`)
      return
    }
    await sleep(50)
  }
}

/** A busy machine stops the threads of a process one by one: until the last one, the engine may still answer. */
async function untilStopped(pid: number): Promise<void> {
  const isStopped = (task: string) => /^State:\tT/m.test(readFileSync(`/proc/${pid}/task/${task}/status`, 'utf8'))
  while (!readdirSync(`/proc/${pid}/task`).every(isStopped)) await sleep(10)
}
