import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import type { Stack } from '../../../stack/stack.ts'
import type { Asker } from '../../alerts/http.ts'
import type { Report } from '../../harness/report.ts'
import { type Door, openVisit, signIn } from '../browser.ts'
import { addressOf, hostileEvent, sendAsProbe } from './hostile-events.ts'
import { troublesOf } from '../page-watch.ts'
import { payloads } from './payloads.ts'
import { untilComplete } from '../until-complete.ts'

interface InjectionOptions {
  report: Report
  browser: Browser
  door: Door
  stack: Stack
  asker: Asker
  count: number
}

const WITHIN_MS = 60_000

/**
 * Text from attackers is shown on every page and stays text: nothing runs, and nothing is requested from other hosts.
 */
export async function proveInjection({ report, browser, door, stack, asker, count }: InjectionOptions): Promise<void> {
  const hostile = payloads(count)
  await using visit = await openVisit(browser, door)
  const { page, watch } = visit
  await signIn(page, door, '/ui/alerts?live=1')
  await untilComplete(page)
  const now = Date.now()
  await sendAsProbe(
    stack,
    hostile.map((payload, number) => hostileEvent(payload, number, new Date(now - number * 1_000))),
  )
  await page.getByRole('grid', { name: 'Alerts' }).getByRole('row').nth(2).waitFor({ timeout: WITHIN_MS })
  report.step('payloads are shown as they arrive')
  const uuids = await uuidsOf(asker, door.origin, count)
  report.check('every payload became an alert', uuids.size === count, `${uuids.size} of ${count}`)

  const unseen: string[] = []
  for (const [number, payload] of hostile.entries()) {
    const uuid = uuids.get(addressOf(number))
    if (!uuid) continue
    await goWithin(page, `/ui/alert?id=${uuid}`)
    const title = page.getByRole('heading', { level: 2 }).first()
    await title
      .getByText(payload, { exact: true })
      .or(page.getByRole('heading', { name: payload }))
      .first()
      .waitFor()
    const document = await page.getByLabel('Stored document', { exact: true }).last().textContent()
    if (!document?.includes(JSON.stringify(payload).slice(1, -1))) unseen.push(payload)
    if (number % 50 === 49) report.step(`${number + 1} alerts looked at`)
  }
  report.check('every alert shows its payload as text, to the letter', unseen.length === 0, unseen[0])

  for (const address of [
    '/ui/?from=now-1h&to=now',
    '/ui/alerts?from=now-1h&to=now&status=all',
    `/ui/clusters?from=now-2h&to=now&ip=${addressOf(0)}`,
    '/ui/search?from=now-1h&to=now',
    await clusterAddress(asker, door.origin),
    ...hostile.slice(0, Math.ceil(count / 12)).flatMap((payload) => linksWith(payload)),
  ]) {
    await page.goto(address)
    await untilComplete(page)
  }
  // Gives late actions of the page time to start.
  await sleep(500)
  report.check('no payload ran', watch.ran.length === 0, watch.ran[0])
  report.check('no breach of the policy', watch.breaches.length === 0, troublesOf({ ...watch, errors: [] }))
  report.check('no request left the origin', watch.outside.length === 0, watch.outside[0])
  report.check('no script failed on the way', watch.errors.length === 0, troublesOf(watch))
  report.figure('payloads', count)
}

/** Payloads in every part of a link's URL. */
function linksWith(payload: string): string[] {
  const text = encodeURIComponent(payload)
  return [
    `/ui/alerts?search=${text}&name=${text}&tag=${text}&from=${text}&open=${text}`,
    `/ui/search?filter=${text}&body=${text}&columns=${text}&index=${text}`,
    `/ui/cluster?id=${text}&frequency=${text}`,
    `/ui/${text}`,
  ]
}

/** The page of a cluster of hostile alerts, once it has been counted. */
async function clusterAddress(asker: Asker, base: string): Promise<string> {
  const until = Date.now() + WITHIN_MS
  for (;;) {
    const path = `/api/alerts/clusters?frequency=day&ip=${addressOf(0)}`
    const [cluster] = (await asker.ask<{ id: string }[]>(base, path)).body
    if (cluster) return `/ui/cluster?id=${encodeURIComponent(cluster.id)}&frequency=day&type_ip=src`
    if (Date.now() > until) throw new Error('hostile alerts were not counted into a cluster')
    await sleep(500)
  }
}

/** The UUID of each hostile alert, by its source. */
async function uuidsOf(asker: Asker, base: string, count: number): Promise<Map<string, string>> {
  const until = Date.now() + WITHIN_MS
  for (;;) {
    const rows = await asker.all<{ uuid: string; src_ip: string }>(base, '/api/alerts?src_ip=10.66.0.0/16&limit=1000')
    if (rows.length >= count || Date.now() > until) return new Map(rows.map(({ src_ip, uuid }) => [src_ip, uuid]))
    await sleep(250)
  }
}

/** Navigates within the open page, as its own links do, without reloading. */
async function goWithin(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    const { history, dispatchEvent, PopStateEvent } = globalThis as unknown as {
      history: { pushState(state: null, unused: string, url: string): void }
      dispatchEvent(event: unknown): void
      PopStateEvent: new (name: string) => unknown
    }
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
}
