import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { Stack } from '../../../stack/stack.ts'
import type { Report } from '../../harness/report.ts'
import { runCommand } from '../../harness/stack/run-command.ts'
import { doorOf, launchBrowser, openVisit, signIn } from '../../web/browser.ts'
import { untilComplete } from '../../web/until-complete.ts'
import type { HourStates } from '../compare.ts'
import type { ExpectedWords } from './expected-words.ts'
import * as texts from './page-texts.ts'
import { checkWidths, type PictureState, takePictures } from './take-pictures.ts'
import { watchHeader } from './watch-header.ts'

const WITHIN_MS = 15_000
const LOOK_MS = 250

interface ShownRange {
  from: number
  to: number
}

/** The pages to check; those without a range show the last day. */
const pages: readonly (texts.PageKind & { name: string; path: string; text: texts.PageText })[] = [
  { name: 'overview', path: '/ui/', isRanged: true, text: texts.overviewText },
  { name: 'alerts', path: '/ui/alerts', isRanged: true, text: texts.listText },
  { name: 'search', path: '/ui/search', isRanged: true, text: texts.listText },
  { name: 'clusters', path: '/ui/clusters', isRanged: true, text: texts.listText },
  { name: 'coverage', path: '/ui/coverage', isRanged: true, hasLegend: true, text: texts.coverageText },
  { name: 'probes', path: '/ui/probes', isRanged: false, text: texts.probesText },
  { name: 'health', path: '/ui/health', isRanged: false, text: texts.healthText },
]

export interface Look {
  /** Names the moment of the check. */
  name: string
  range: ShownRange
  /** The texts expected now. */
  expected(): ExpectedWords
  /** Limits the check to these pages. */
  only?: readonly string[]
}

export type PageLooks = ReturnType<typeof lookAt>

/** Builds the pages once, before the stack starts: it serves the built files. */
export async function preparePages(): Promise<void> {
  execFileSync('scripts/prove/web/install-browser', { stdio: 'inherit' })
  if (!process.env.WATCHPOST_API_UI_DIR) await runCommand('scripts/build-web.ts', [])
}

export interface PagesSurroundings {
  stack: Stack
  report: Report
  now: () => number
  /** The folder for screenshots, if they are taken. */
  pictures?: string | undefined
}

/** Opens a real browser on the stack while `work` runs. */
export async function withPages(
  { stack, report, now, pictures }: PagesSurroundings,
  work: (looks: PageLooks) => Promise<void>,
): Promise<void> {
  await using browser = await launchBrowser()
  const door = doorOf(stack)
  await using visit = await openVisit(browser, door)
  const { page } = visit

  /**
   * Opens a page at the appliance's time. Its clock is hours ahead, and a session ends after an hour without a request.
   */
  async function show(address: string): Promise<void> {
    await page.clock.setSystemTime(now())
    await page.goto(address)
    const name = page.getByLabel('User name')
    await page.locator('a[data-coverage]').or(name).first().waitFor()
    if (await name.isVisible()) await signIn(page, door, address)
    await untilComplete(page)
    // The scenario has no alerts, so administrators see the first steps until they dismiss them.
    const firstSteps = page.getByRole('button', { name: 'Show the overview' })
    if (await firstSteps.isVisible()) {
      await firstSteps.click()
      await untilComplete(page)
    }
  }
  await work(lookAt(page, report, show, pictures))
}

function lookAt(page: Page, report: Report, show: (address: string) => Promise<void>, folder: string | undefined) {
  const ranged = (path: string, { from, to }: ShownRange) =>
    `${path}?${new URLSearchParams({ from: new Date(from).toISOString(), to: new Date(to).toISOString() }).toString()}`

  /** Repeats the check until it matches or the time is over: pages refresh every few seconds. */
  async function differences(expected: Look['expected'], { text, ...kind }: (typeof pages)[number]): Promise<string[]> {
    const startedAt = Date.now()
    while (true) {
      const wanted = expected()
      const found = [...(await texts.headerText(page, wanted, kind)), ...(await text(page, wanted))]
      if (found.length === 0 || Date.now() - startedAt > WITHIN_MS) return found
      await sleep(LOOK_MS)
    }
  }

  return {
    /** Every page shows what the oracle expects, and none claims more. */
    async all({ name, range, expected, only }: Look): Promise<void> {
      for (const each of pages.filter((one) => only?.includes(one.name) ?? true)) {
        await show(each.isRanged ? ranged(each.path, range) : each.path)
        const found = await differences(expected, each)
        report.check(`${name}: the page ${each.name} says what the oracle says`, found.length === 0, found.join('; '))
      }
    },
    /** Screenshots of every page, and of a probe with gaps. */
    async pictures(state: PictureState, range: ShownRange, probeId: number): Promise<void> {
      if (folder === undefined) return
      const wide: string[] = []
      for (const { name, path, isRanged } of [
        ...pages,
        { name: 'probe', path: `/ui/probe?id=${probeId}`, isRanged: false },
      ]) {
        await show(isRanged ? ranged(path, range) : path)
        wide.push(...(await takePictures(page, `${name}-${state}`, folder)))
      }
      checkWidths(report, state, wide)
    },
    /** The hours shown on a probe's page; hours that are not listed may have any state. */
    async strip(probeId: number, expected: HourStates): Promise<void> {
      await show(`/ui/probe?id=${probeId}`)
      const hours = await page
        .locator('[data-coverage-strip] [data-hour]')
        .evaluateAll((all) => all.map((each) => [each.getAttribute('data-hour'), each.getAttribute('data-state')]))
      const states = new Map(hours.map(([hour, state]) => [Date.parse(hour ?? ''), state]))
      const wrong = [...expected].filter(([hour, state]) => states.get(hour) !== state)
      report.check(
        `the strip of probe ${probeId} matches the oracle`,
        wrong.length === 0,
        wrong.map(([hour, state]) => `${new Date(hour).toISOString()} ${states.get(hour)}, not ${state}`).join('; ') ||
          `${expected.size} hours`,
      )
    },
    /** A page that is open while the last causes end: it says "up to date" soon after, and not before. */
    async untilUpToDate(range: ShownRange, endCauses: () => Promise<void>): Promise<void> {
      await show(ranged('/ui/alerts', range))
      await watchHeader(page, report, endCauses, WITHIN_MS)
    },
  }
}
