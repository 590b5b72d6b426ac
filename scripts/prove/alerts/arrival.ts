import { setTimeout as sleep } from 'node:timers/promises'
import type { Load } from '../load.ts'
import type { ProofStack } from '../proof-stack.ts'
import type { Report } from '../report.ts'
import { livingProcesses } from '../../stack/stack-folder.ts'
import { type Asker, nextOf } from './http.ts'
import { readAlerts } from './oracle-alerts.ts'

export interface ArrivalOptions {
  report: Report
  proof: ProofStack
  asker: Asker
  /** Copies of the API. */
  bases: readonly string[]
  load: Load
  seed: number
  events: number
  /** Events a second: slow enough for faults to happen meanwhile. */
  rate: number
}

const QUIET_MS = 20_000
const SENT = ['--alert-share=100%', '--late=10%', '--resend=5%', '--hours=3']

/** Two collectors read by arrival while alerts arrive, indexers stand still in turn and copies of the API are killed. */
export async function checkArrival({
  report,
  proof,
  asker,
  bases,
  load,
  seed,
  events,
  rate,
}: ArrivalOptions): Promise<void> {
  const done = new AbortController()
  const collectors = [1, 2].map((number) => collect(asker, bases, number, done.signal))
  const faults = disturb(proof, report, done.signal)
  await load.send(seed, events, [...SENT, `--rate=${rate}`])
  done.abort()
  const collected = await Promise.all(collectors)
  await faults

  const oracle = load.oracles().filter((path) => path.endsWith(`seed-${seed}.ndjson`))
  const wanted = new Set((await readAlerts(oracle)).map(({ uuid }) => uuid))
  const stream = new Set([...wanted].map(streamOf))
  for (const [at, { uuids, refused }] of collected.entries()) {
    const own = uuids.filter((uuid) => stream.has(streamOf(uuid)))
    const distinct = new Set(own)
    const missing = [...wanted].filter((uuid) => !distinct.has(uuid)).length
    const detail = `${distinct.size} of ${wanted.size}, ${own.length - distinct.size} twice, ${missing} missing, ${refused} requests failed meanwhile`
    report.check(
      `collector ${at + 1}: every alert once, none missing`,
      own.length === wanted.size && missing === 0,
      detail,
    )
  }
  report.figure('alerts_by_arrival', wanted.size)
}

function streamOf(uuid: string): string {
  return uuid.split('-')[1] ?? ''
}

/** Follows its links, at any copy that answers, until nothing has come for a while after everything was sent. */
async function collect(asker: Asker, bases: readonly string[], number: number, sent: AbortSignal) {
  const uuids: string[] = []
  let next = `/api/alerts?order=arrival&wait=5s&limit=${number * 700}`
  let refused = 0
  let lastAt = Date.now()
  for (let turn = number; !(sent.aborted && Date.now() - lastAt > QUIET_MS); turn++) {
    try {
      const answer = await asker.ask<{ uuid: string }[]>(bases[turn % bases.length] as string, next)
      if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
      uuids.push(...answer.body.map(({ uuid }) => uuid))
      next = nextOf(answer) ?? next
      if (answer.body.length > 0) lastAt = Date.now()
    } catch {
      // The same position again, at another copy.
      refused++
      await sleep(250)
    }
    if (!sent.aborted) lastAt = Date.now()
  }
  return { uuids, refused }
}

/** Stops an indexer for a while, kills a copy of the API, and again, until all is sent. */
async function disturb({ stack }: ProofStack, report: Report, sent: AbortSignal): Promise<void> {
  for (let turn = 0; !sent.aborted; turn++) {
    await sleep(3_000, undefined, { signal: sent }).catch(() => undefined)
    if (sent.aborted) return
    const living = [...livingProcesses(stack.folder)]
    const indexers = living.filter(([name]) => name.startsWith('indexer'))
    const apis = living.filter(([name]) => /^api(-|$)/.test(name))
    const [, paused] = indexers[turn % Math.max(1, indexers.length)] ?? []
    const [name, killed] = apis[turn % Math.max(1, apis.length)] ?? []
    if (killed && turn % 2 === 1) {
      report.step(`kill -9 of ${name}`)
      process.kill(killed, 'SIGKILL')
    }
    if (!paused) continue
    process.kill(paused, 'SIGSTOP')
    await sleep(4_000)
    process.kill(paused, 'SIGCONT')
  }
}
