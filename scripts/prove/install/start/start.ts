import { copyFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Stack } from '../../../stack/stack.ts'
import { quantile } from '../../harness/quantile.ts'
import type { Report } from '../../harness/report.ts'
import { leaveStack, makeFresh, up } from '../../harness/stack/proof-stack.ts'
import { type CpuUntilReady, runWatchpost, startAppliance, type Watchpost } from './started-appliance.ts'
import { checkUse } from './use.ts'

export interface StartOptions {
  dir: string
  seed: number
  tree: string
  rounds: number
}

/** The largest share of the CPU time of a checkout that a release may need. */
const MOST_OF_CHECKOUT = 0.5

/** A release, installed outside of any checkout, works, and starts in half the CPU time of a checkout. */
export async function proveStart(report: Report, { dir, seed, tree, rounds }: StartOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-installed-'))
  cpSync(tree, join(folder, 'watchpost'), { recursive: true })
  const release: Watchpost = [join(folder, 'watchpost/bin/watchpost')]
  const checkout: Watchpost = [process.execPath, resolve('apps/appliance/src/main.ts')]
  await makeFresh(dir)
  try {
    const stack = await up({ dir, isServicesOnly: true })
    prepare(release, stack)
    {
      report.step('starting the release')
      await using _started = await startAppliance(release, stack)
      await checkUse(report, stack, seed)
    }
    await compare(report, stack, { release, checkout }, rounds)
    if (rounds > 2) await measureCached(report, stack, { release, checkout }, folder)
  } finally {
    await leaveStack(dir)
    rmSync(folder, { recursive: true, force: true })
  }
}

function prepare(release: Watchpost, stack: Stack): void {
  const { folder, state } = stack
  runWatchpost(release, stack, ['init'])
  copyFileSync(join(folder.tls, 'ca.pem'), folder.ca)
  runWatchpost(release, stack, ['probe', 'add', '--count', String(state.config.probes), '--out', folder.probes])
}

type Kind = 'release' | 'checkout'

/** The same with a compile cache of Node that an earlier start has filled. Only a figure. */
async function measureCached(
  report: Report,
  stack: Stack,
  kinds: Record<Kind, Watchpost>,
  folder: string,
): Promise<void> {
  for (const kind of ['release', 'checkout'] as const) {
    const cache = join(folder, `compiled-${kind}`)
    {
      await using _first = await startAppliance(kinds[kind], stack, cache)
    }
    await using started = await startAppliance(kinds[kind], stack, cache)
    report.figure(`cpu_seconds_${kind}_with_compile_cache`, started.used.total)
  }
}

async function compare(report: Report, stack: Stack, kinds: Record<Kind, Watchpost>, rounds: number): Promise<void> {
  const used: Record<Kind, CpuUntilReady[]> = { release: [], checkout: [] }
  for (let round = 0; round < rounds; round++) {
    // The order changes, so that what else the machine does falls on both.
    const order = round % 2 === 0 ? (['checkout', 'release'] as const) : (['release', 'checkout'] as const)
    for (const kind of order) {
      await using started = await startAppliance(kinds[kind], stack)
      used[kind].push(started.used)
      report.step(`${kind}: ${started.used.total.toFixed(2)} CPU seconds until ready`)
    }
  }
  const medianOf = (kind: Kind, value: (each: CpuUntilReady) => number) => quantile(used[kind].map(value), 0.5)
  for (const name of Object.keys(used.release[0]?.services ?? {})) {
    const [ours, theirs] = (['release', 'checkout'] as const).map((kind) =>
      medianOf(kind, ({ services }) => services[name] ?? 0),
    ) as [number, number]
    report.figure(`cpu_seconds_${name}`, `${ours.toFixed(2)} of ${theirs.toFixed(2)}`)
  }
  const [ours, theirs] = [medianOf('release', ({ total }) => total), medianOf('checkout', ({ total }) => total)]
  report.figure('cpu_seconds_release', ours)
  report.figure('cpu_seconds_checkout', theirs)
  report.check(
    'a release is ready in half the CPU seconds of a checkout',
    ours <= MOST_OF_CHECKOUT * theirs,
    `${ours.toFixed(2)} of ${theirs.toFixed(2)}, ${(ours / theirs).toFixed(2)}`,
  )
}
