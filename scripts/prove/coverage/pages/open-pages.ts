import { execFileSync } from 'node:child_process'
import type { Stack } from '../../stack/stack.ts'
import type { Report } from '../report.ts'
import { runCommand } from '../run-command.ts'
import { doorOf, launchBrowser, openVisit, signIn } from '../web/browser.ts'
import type { HourStates } from './compare.ts'

const WITHIN_MS = 15_000

/** What a browser is shown while the scenario goes on. */
export interface PageLooks {
  /** The header of a page with this range. */
  header(name: string, range: { from: number; to: number }, expected: 'complete' | 'incomplete'): Promise<void>
  /** The strip of hours on the page of a probe; hours that are not named may say anything. */
  strip(probeId: number, expected: HourStates): Promise<void>
}

/** Once, before the stack is there: it serves what is built. */
export async function preparePages(): Promise<void> {
  execFileSync('scripts/prove/web/install-browser', { stdio: 'inherit' })
  if (!process.env.WATCHPOST_API_UI_DIR) await runCommand('scripts/build-web.ts', [])
}

/** Opens a real browser before the stack for as long as the work takes. */
export async function withPages(
  { stack, report, now }: { stack: Stack; report: Report; now: () => number },
  work: (looks: PageLooks) => Promise<void>,
): Promise<void> {
  await using browser = await launchBrowser()
  const door = doorOf(stack)
  await using visit = await openVisit(browser, door)
  const { page } = visit

  /** Opens a page at the time of the appliance. Its clock runs ahead by hours, and an hour without a request ends a session. */
  async function show(address: string): Promise<void> {
    await page.clock.setSystemTime(now())
    await page.goto(address)
    const name = page.getByLabel('User name')
    await page.locator('a[data-coverage]').or(name).first().waitFor()
    if (await name.isVisible()) await signIn(page, door, address)
  }

  await work({
    async header(name, { from, to }, expected) {
      const range = new URLSearchParams({ from: new Date(from).toISOString(), to: new Date(to).toISOString() })
      await show(`/ui/alerts?${range.toString()}`)
      const mark = page.locator(`a[data-coverage="${expected}"]`)
      const isShown = await appears(() => mark.first().waitFor({ timeout: WITHIN_MS }))
      const shown = await page
        .locator('a[data-coverage]')
        .first()
        .getAttribute('data-coverage', { timeout: 1_000 })
        .catch(() => null)
      report.check(`${name}: the header says ${expected}`, isShown, isShown ? '' : `it says ${shown}`)
    },
    async strip(probeId, expected) {
      await show(`/ui/probe?id=${probeId}`)
      const strip = page.locator('[data-coverage-strip]').first()
      const isShown = await appears(() => strip.locator('[data-hour]').first().waitFor({ timeout: WITHIN_MS }))
      const hours = isShown
        ? await strip
            .locator('[data-hour]')
            .evaluateAll((all) => all.map((each) => [each.getAttribute('data-hour'), each.getAttribute('data-state')]))
        : []
      const states = new Map(hours.map(([hour, state]) => [Date.parse(hour ?? ''), state]))
      const wrong = [...expected].filter(([hour, state]) => states.get(hour) !== state)
      report.check(
        `the strip of probe ${probeId} matches the oracle`,
        isShown && wrong.length === 0,
        wrong.map(([hour, state]) => `${new Date(hour).toISOString()} ${states.get(hour)}, not ${state}`).join('; ') ||
          `${expected.size} hours`,
      )
    },
  })
}

async function appears(wait: () => Promise<unknown>): Promise<boolean> {
  try {
    await wait()
    return true
  } catch {
    return false
  }
}
