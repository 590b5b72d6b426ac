import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntilHealthy } from '@watchpost/servers'
import { childrenOf } from '../../stack/appliance-server.ts'
import { ALL_INDEXES, settle } from '../harness/judge.ts'
import type { Load } from '../harness/load.ts'
import { cpuSeconds } from '../harness/processor-time.ts'
import type { ProofStack } from '../harness/stack/proof-stack.ts'
import { quantile } from '../harness/quantile.ts'
import type { Report } from '../harness/report.ts'
import type { Collector } from './receivers/collector.ts'
import type { MetricsClient } from './metrics-client.ts'

const MOST_SHARE = 0.02
const SCRAPE_MS = 5_000

export interface CostOptions {
  events: number
  /** The number of pairs of turns, with and without monitoring. */
  turns: number
  seed: number
  target: object
  isSmall: boolean
}

/**
 * The cost of monitoring per event: CPU time of gateway and indexer, in alternating turns with everything on (scraped,
 * streamed to Netdata, traced as by default) and everything off, within one run.
 */
export async function proveCost(
  { stack, api }: ProofStack,
  load: Load,
  client: MetricsClient,
  collector: Collector,
  report: Report,
  { events, turns, seed, target, isSmall }: CostOptions,
): Promise<void> {
  const { internalPort } = stack.state.config
  const others = await api.count(ALL_INDEXES)
  const costs = { on: [] as number[], off: [] as number[] }

  async function turn(mode: 'on' | 'off', number: number): Promise<void> {
    await stack.appliance.stop()
    if (mode === 'on') process.env.WATCHPOST_TRACING_ENDPOINT = collector.url
    else delete process.env.WATCHPOST_TRACING_ENDPOINT
    await stack.appliance.start()
    await waitUntilHealthy(stack.appliance, 120_000)
    delete process.env.WATCHPOST_TRACING_ENDPOINT
    await api.login()
    await client.put(mode === 'on' ? target : { enabled: false })
    // Warms up the JIT.
    await load.send(seed + number * 10, Math.round(events / 4))
    await settle(api, others + load.offered())
    const pids = (await childrenOf(internalPort)).flatMap(({ name, pid }) =>
      pid !== undefined && /^(gateway|indexer)/.test(name) ? [pid] : [],
    )
    const used = () => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0)
    const isDone = new AbortController()
    const scraping = mode === 'on' ? scrape(isDone.signal) : Promise.resolve()
    const before = used()
    await load.send(seed + number * 10 + 1, events)
    await settle(api, others + load.offered())
    const micros = ((used() - before) / events) * 1e6
    isDone.abort()
    await scraping
    costs[mode].push(micros)
    report.step(`turn ${number}, ${mode}: ${micros.toFixed(1)} µs of gateway and indexer for each event`)
  }

  async function scrape(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      const children = await childrenOf(internalPort)
      await Promise.all(
        children.map(({ name }) =>
          fetch(`http://127.0.0.1:${internalPort}/metrics/${name}`).then((page) => page.text()),
        ),
      ).catch(() => undefined)
      await sleep(SCRAPE_MS, undefined, { signal: stop }).catch(() => undefined)
    }
  }

  // Reverse the order of each pair, so that drift affects both sides.
  for (let pair = 0; pair < turns; pair++) {
    const [first, second] = pair % 2 === 0 ? (['on', 'off'] as const) : (['off', 'on'] as const)
    await turn(first, pair * 2)
    await turn(second, pair * 2 + 1)
  }
  const [on, off] = [quantile(costs.on, 0.5), quantile(costs.off, 0.5)]
  const share = on / off - 1
  report.figure('microseconds_per_event_watched', on)
  report.figure('microseconds_per_event_unwatched', off)
  report.figure('cost_of_watching_percent', share * 100)
  report.check(
    'being watched costs the way of an event less than 2%',
    isSmall || share < MOST_SHARE,
    `${on.toFixed(1)} and ${off.toFixed(1)} µs for each event: ${(share * 100).toFixed(1)}%${isSmall ? ' (too few turns to judge)' : ''}`,
  )
}
