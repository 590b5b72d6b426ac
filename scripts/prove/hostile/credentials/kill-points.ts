import { type FSWatcher, watch } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { createChance } from '../../harness/chance.ts'
import type { AgentHost } from './agent-host.ts'

/** The file that changes at each point of a renewal, in order. */
const points = {
  'answered, not saved': 'key-next.pem.draft',
  'key saved': 'cert-next.pem.draft',
  'both saved, not adopted': 'cert-previous.pem.draft',
  'key adopted, certificate not': 'key.pem',
  'adopted, about to be used': 'cert.pem',
} as const
export type KillPoint = keyof typeof points | 'anywhere'
const killPoints: readonly KillPoint[] = [...(Object.keys(points) as Array<keyof typeof points>), 'anywhere']

const RESTART_MS = 1_000

/** Kills the agents of a host at one renewal point after the other, and restarts them each time. */
export async function killAgain(
  host: AgentHost,
  chance: ReturnType<typeof createChance>,
  { first, gapMs, stop, killed }: { first: number; gapMs: number; stop: AbortSignal; killed(point: KillPoint): void },
): Promise<void> {
  for (let turn = first; !stop.aborted; turn += 1) {
    await pause(gapMs, stop)
    const point = killPoints[turn % killPoints.length] ?? 'anywhere'
    await reached(host, point, chance.below(gapMs), stop)
    if (stop.aborted) return
    await host.kill9()
    killed(point)
    await sleep(chance.below(RESTART_MS))
    await host.start()
  }
}

/** Waits until any agent of the host reaches this point. */
async function reached(host: AgentHost, point: KillPoint, anywhereMs: number, stop: AbortSignal): Promise<void> {
  if (point === 'anywhere') return pause(anywhereMs, stop)
  const file = points[point]
  const { promise, resolve } = Promise.withResolvers<void>()
  const watchers: FSWatcher[] = host.sensors.map(({ identity }) =>
    watch(identity, (_event, name) => {
      if (name === file) resolve()
    }),
  )
  stop.addEventListener('abort', () => resolve(), { once: true })
  await promise
  for (const watcher of watchers) watcher.close()
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined)
}
