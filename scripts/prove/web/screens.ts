import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import type { Report } from '../harness/report.ts'
import { type Door, openVisit, signIn, type VisitOptions } from './browser.ts'
import { createRecorder, type Recorder } from './record-answers.ts'
import { nowhere, type Places } from './places.ts'
import { untilComplete } from './until-complete.ts'

interface Screen extends Pick<VisitOptions, 'colorScheme' | 'viewport'> {
  name: string
  address: string
  /** Answers every alert request with 503. */
  isFailing?: boolean
}

const phone = { width: 390, height: 844 }
const tall = { width: 1_440, height: 1_180 }

/** A body with aggregations, to show the editor and its charts. */
const COUNTING = `{
  "aggs": {
    "hours": {
      "date_histogram": { "field": "@timestamp", "fixed_interval": "1h" },
      "aggs": { "protocols": { "terms": { "field": "app_proto" } } }
    },
    "sources": { "terms": { "field": "src_ip" } }
  }
}`

/** Screenshots of the pages: with data, empty, failing, light and dark, and on a phone. */
export async function takeScreens(
  report: Report,
  browser: Browser,
  door: Door,
  known: Places,
  folder: string,
  { isRecording }: { isRecording: boolean },
): Promise<void> {
  const places = Object.fromEntries(
    Object.entries(known).map(([name, address]) => [name, address.replace('now-2d', 'now-24h')]),
  ) as Places
  const closed = places.alerts.replace(/&open=.*/, '')
  const counting = new URLSearchParams({ filter: '[["is","event_type","alert"]]', body: COUNTING })
  const recorder = isRecording ? createRecorder() : undefined
  const screens: Screen[] = [
    { name: 'overview', address: places.overview, viewport: tall },
    { name: 'overview-dark', address: places.overview, colorScheme: 'dark', viewport: tall },
    { name: 'overview-empty', address: `/ui/?${nowhere}` },
    { name: 'alerts', address: places.alerts },
    { name: 'alerts-empty', address: `/ui/alerts?${nowhere}`, colorScheme: 'dark' },
    { name: 'alerts-failing', address: closed, isFailing: true },
    { name: 'alerts-390', address: closed, viewport: phone },
    { name: 'alert', address: places.alert, viewport: tall },
    { name: 'alert-dark', address: places.alert, colorScheme: 'dark' },
    { name: 'clusters', address: places.clusters },
    { name: 'cluster-dark', address: places.cluster, colorScheme: 'dark' },
    { name: 'search', address: `${places.search}&${counting.toString()}`, viewport: tall },
    { name: 'health', address: '/ui/health' },
    { name: 'probes', address: '/ui/probes', colorScheme: 'dark' },
    { name: 'probe', address: '/ui/probe?id=1', viewport: tall },
    { name: 'probes-390', address: '/ui/probes', viewport: phone },
    { name: 'exports', address: '/ui/exports' },
    { name: 'policy', address: '/ui/policy', viewport: tall },
    { name: 'dead-letters', address: '/ui/dead-letters' },
    { name: 'users', address: '/ui/users' },
    { name: 'keys', address: '/ui/keys' },
    { name: 'settings', address: '/ui/settings', colorScheme: 'dark', viewport: tall },
    { name: 'audit', address: '/ui/audit?from=now-24h&to=now' },
  ]
  await take(report, browser, door, folder, screens, recorder)
  await recorder?.save()
}

/** The page of an appliance before anything has arrived. */
export async function takeFirstScreen(report: Report, browser: Browser, door: Door, folder: string): Promise<void> {
  await take(report, browser, door, folder, [{ name: 'first-steps', address: '/ui/' }])
}

async function take(
  report: Report,
  browser: Browser,
  door: Door,
  folder: string,
  screens: readonly Screen[],
  recorder?: Recorder,
): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const wide: string[] = []
  for (const { name, address, isFailing, colorScheme = 'light', ...rest } of screens) {
    await using visit = await openVisit(browser, door, { colorScheme, ...rest })
    const { page } = visit
    if (!isFailing && !name.endsWith('-empty')) recorder?.watch(page)
    await signIn(page, door)
    if (isFailing) {
      await page.route('**/api/alerts**', (route) =>
        route.fulfill({ status: 503, contentType: 'application/problem+json', body: unavailable }),
      )
    }
    await page.goto(address)
    await untilComplete(page)
    await page.screenshot({ path: join(folder, `${name}.png`) })
    if (await page.evaluate(isTooWide)) wide.push(name)
  }
  report.check(`none of ${screens.length} pages is wider than its window`, wide.length === 0, wide.join(', '))
}

const unavailable = JSON.stringify({
  type: '/problems/engine-unavailable',
  title: 'The search engine cannot be reached',
  status: 503,
  detail: 'Try again in 5 s.',
  instance: 'as shown in a picture',
})

/** Runs in the page. */
function isTooWide(): boolean {
  const { document, innerWidth } = globalThis as unknown as {
    document: { documentElement: { scrollWidth: number } }
    innerWidth: number
  }
  return document.documentElement.scrollWidth > innerWidth
}
