import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Stack } from '../../stack/stack.ts'
import { signIn } from '../accounts/administrator.ts'
import { createLoad } from '../load.ts'
import { quantile } from '../quantile.ts'
import type { Report } from '../report.ts'
import { startLoadClient } from '../search/load-client.ts'

const LEAST_RATIO = 0.97
const EVENTS = 20_000
const CONNECTIONS = 4

/** Searches of analysts, with bounds that no two requests share: nothing is answered from a cache. */
const since = { range: { '@timestamp': { gte: '@1000000000000@', format: 'epoch_millis' } } }
const bodies = [
  { size: 10, query: { bool: { must: [{ match: { event_type: 'alert' } }], filter: [since] } } },
  { size: 0, query: { bool: { filter: [since] } }, aggs: { sources: { terms: { field: 'src_ip', size: 10 } } } },
  { size: 20, query: { bool: { filter: [since] } }, sort: [{ '@timestamp': 'desc' }] },
].map((body) => JSON.stringify(body))

/** Two copies of the API, one without the audit of searches, take turns under the same load. */
export async function proveSpeed(
  stack: Stack,
  report: Report,
  { rounds, isSmall }: { rounds: number; isSmall: boolean },
): Promise<void> {
  const { ca, token } = await signIn(stack)
  const gateway = `https://127.0.0.1:${stack.state.config.gatewayPort}`
  await createLoad({ stackDir: stack.folder.root, gateway }).send(77, EVENTS)
  using load = startLoadClient()
  const audited = await startCopy(stack, 'with')
  const silent = await startCopy(stack, 'without')
  try {
    const run = (port: number, seconds: number) =>
      load.run({
        origin: `https://localhost:${port}`,
        ca,
        path: '/api/data/es/search',
        headers: [['api-key', token, 'content-type', 'application/json']],
        bodies,
        connections: CONNECTIONS,
        seconds,
      })
    for (const { port } of [audited, silent]) await run(port, isSmall ? 2 : 10)
    const ratios: number[] = []
    const extra: number[] = []
    const failures = new Set<string>()
    const rates: { audited: number; silent: number }[] = []
    for (let round = 0; round < rounds; round += 1) {
      // In turn who comes first: what grows or shrinks along the way favours nobody.
      const order = round % 2 === 0 ? [audited, silent] : [silent, audited]
      const results = new Map<number, Awaited<ReturnType<typeof run>>>()
      for (const { port } of order) results.set(port, await run(port, isSmall ? 2 : 10))
      const [ours, bare] = [results.get(audited.port), results.get(silent.port)]
      if (!ours || !bare) continue
      for (const { statuses } of [ours, bare])
        for (const status of Object.keys(statuses)) if (status !== '200') failures.add(status)
      ratios.push(ours.perSecond / bare.perSecond)
      extra.push(ours.p50 - bare.p50)
      rates.push({ audited: ours.perSecond, silent: bare.perSecond })
    }
    const ratio = quantile(ratios, 0.5)
    report.figure('search_ratio', ratio)
    report.figure('search_extra_p50_ms', quantile(extra, 0.5))
    report.check(
      `searches with the audit reach ${ratio.toFixed(3)} of those without`,
      failures.size === 0 && (isSmall || ratio >= LEAST_RATIO),
      `${rates.map((each) => `${each.audited.toFixed(0)}:${each.silent.toFixed(0)}`).join(' ')} a second; median ${quantile(extra, 0.5).toFixed(2)} ms more`,
    )
  } finally {
    for (const { child } of [audited, silent]) child.kill()
  }
}

async function startCopy({ folder }: Stack, how: 'with' | 'without'): Promise<{ port: number; child: ChildProcess }> {
  const child = fork(fileURLToPath(new URL('./api-process.ts', import.meta.url)), [folder.environment, how])
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { port, child }
}
