import { execFileSync } from 'node:child_process'
import { waitUntil } from '@watchpost/servers'
import { type Asker, createAsker } from '../alerts/http.ts'
import type { RunOptions } from '../command/proof.ts'
import { settle } from '../harness/judge.ts'
import { createLoad } from '../harness/load.ts'
import { startProofStack } from '../harness/stack/proof-stack.ts'
import { createReport, type Report } from '../harness/report.ts'
import { runCommand } from '../harness/stack/run-command.ts'
import { proveAdmin } from './admin/admin.ts'
import { proveAxe } from './axe.ts'
import { doorOf, launchBrowser } from './browser.ts'
import { proveInjection } from './injection/injection.ts'
import { proveKeyboard } from './keyboard.ts'
import { provePath } from './path.ts'
import { findPlaces } from './places.ts'
import { takeFirstScreen, takeScreens } from './screens.ts'
import { proveSize } from './size.ts'
import { proveSpeed } from './speed.ts'

export type WebPart = 'size' | 'path' | 'keyboard' | 'axe' | 'injection' | 'screens' | 'admin' | 'speed'
type StackOptions = Omit<RunOptions<Exclude<WebPart, 'speed'>>, 'events' | 'options'>

const SCREENS = 'docs/screens'
const COUNTED_WITHIN_MS = 120_000

/** The web app in a real browser on a real stack: analysts' tasks, accessibility, and hostile text. */
export async function proveWeb({ only, dir, isSmall, seed, events = 3_000_000 }: RunOptions<WebPart>): Promise<void> {
  const report = createReport('web')
  execFileSync('scripts/prove/web/install-browser', { stdio: 'inherit' })
  // A caller that sets this variable has made its own build.
  if (!process.env.WATCHPOST_API_UI_DIR) await runCommand('scripts/build-web.ts', [])
  const onStack = only.filter((part) => part !== 'speed')
  if (onStack.length > 0) await withStack({ only: onStack, dir, isSmall, seed }, report)
  if (only.includes('speed') && !isSmall) await proveSpeed(report, { dir, seed, alerts: events })
  report.end()
}

async function withStack({ only, dir, isSmall, seed }: StackOptions, report: Report): Promise<void> {
  await using proof = await startProofStack({ dir })
  await using browser = await launchBrowser()
  const { stack } = proof
  const door = doorOf(stack)
  if (only.includes('screens')) await takeFirstScreen(report, browser, door, SCREENS)
  // First: an administrator starts with an empty appliance.
  if (only.includes('admin')) {
    report.step('admin')
    await proveAdmin({ report, browser, door, stack })
  }
  const rest = only.filter((part) => part !== 'admin')
  if (rest.length === 0) return
  const load = createLoad({ stackDir: dir, gateway: `https://127.0.0.1:${stack.state.config.gatewayPort}` })
  const events = isSmall ? 4_000 : 40_000
  report.step(`sending ${events} events`)
  await load.send(seed, events, ['--alert-share=30%', '--hours=24'])
  await settle(proof.api, events)
  const asker = createAsker(stack.folder.root)
  await asker.login(door.origin)
  await untilCounted(asker, door.origin)
  const places = await findPlaces(asker, door.origin)

  const parts: Record<(typeof rest)[number], () => Promise<void>> = {
    size: () => proveSize(report, browser, door),
    path: () => provePath({ report, browser, door, asker, load, stack, seed: seed + 100 }),
    keyboard: () => proveKeyboard({ report, browser, door, asker, load, stack, seed: seed + 200 }),
    axe: () => proveAxe(report, browser, door, places),
    screens: () => takeScreens(report, browser, door, places, SCREENS, { isRecording: !isSmall }),
    injection: () => proveInjection({ report, browser, door, stack, asker, count: isSmall ? 60 : 500 }),
  }
  for (const part of rest) {
    report.step(part)
    await parts[part]()
  }
  asker.close()
}

/** Waits until clusters exist: they follow their alerts. */
async function untilCounted(asker: Asker, base: string): Promise<void> {
  const path = '/api/alerts/clusters?frequency=day&limit=1'
  const hasCluster = async () => (await asker.ask<unknown[]>(base, path)).body.length > 0
  if (!(await waitUntil(hasCluster, { withinMs: COUNTED_WITHIN_MS, everyMs: 500 })))
    throw new Error('no alert was counted into a cluster')
}
