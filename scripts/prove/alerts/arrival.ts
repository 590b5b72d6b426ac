import { setTimeout as sleep } from 'node:timers/promises'
import type { Load } from '../harness/load.ts'
import type { ProofStack } from '../harness/stack/proof-stack.ts'
import type { Report } from '../harness/report.ts'
import { livingProcesses } from '../../stack/stack-folder.ts'
import { checkCollected, collect } from './collectors.ts'
import type { Asker } from './http.ts'
import { readAlerts } from './oracle-alerts.ts'

export interface ArrivalOptions {
  report: Report
  proof: ProofStack
  asker: Asker
  /** The URLs of the API instances. */
  bases: readonly string[]
  load: Load
  seed: number
  events: number
  /** Events per second: slow enough for faults to happen during the run. */
  rate: number
}

const SENT = ['--alert-share=100%', '--late=10%', '--resend=5%', '--hours=3']

/**
 * Two collectors read in order of arrival while alerts arrive, indexers are paused in turn, and API instances are
 * killed.
 */
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
  checkCollected(report, await readAlerts(oracle), collected)
}

/** Pauses an indexer, kills an API instance, and repeats until everything is sent. */
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
