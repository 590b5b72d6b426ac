import type { Browser, Locator, Page } from 'playwright-core'
import type { Asker } from '../alerts/http.ts'
import type { Stack } from '../../stack/stack.ts'
import type { Load } from '../harness/load.ts'
import type { Report } from '../harness/report.ts'
import { checkAlertList } from './alert-list/alert-list.ts'
import { checkLive } from './alert-list/live-alerts.ts'
import { type Door, openVisit, signIn } from './browser.ts'
import { troublesOf } from './page-watch.ts'
import { untilComplete } from './until-complete.ts'

export interface PathOptions {
  report: Report
  browser: Browser
  door: Door
  asker: Asker
  load: Load
  stack: Stack
  /** For alerts that have not been sent yet. */
  seed: number
}

const KINDS = { terms: { field: 'event_type' } }

/** An analyst's typical tasks, using only the ARIA roles and names on the page. */
export async function provePath(options: PathOptions): Promise<void> {
  const { report, browser, door, asker } = options
  await using visit = await openVisit(browser, door, { permissions: ['clipboard-read', 'clipboard-write'] })
  const { page, watch } = visit
  await signIn(page, door)
  await checkLive(options, page)
  await checkAlertList(options, page)
  const uuid = await walkToAlert(report, page)
  await acknowledge(options, page, uuid, asker)
  await correctQuery(report, page)
  await countByQuery(report, page)
  await shareLink(options, page)
  await leave(report, page)
  report.check('nothing went wrong in the page in the meantime', troublesOf(watch) === '', troublesOf(watch))
}

/** Overview, cluster, alert, document. Returns the alert. */
async function walkToAlert(report: Report, page: Page): Promise<string> {
  await goTo(page, 'Overview')
  await untilComplete(page)
  const cluster = page.getByRole('region', { name: 'Riskiest hours by source' }).getByRole('listitem').getByRole('link')
  const words = (await cluster.first().textContent()) ?? ''
  await cluster.first().click()
  await page.getByRole('heading', { level: 1, name: 'Cluster', exact: true }).waitFor()
  const address = (await page.getByRole('main').getByRole('heading', { level: 2 }).first().textContent()) ?? '-'
  await untilComplete(page)
  report.check('the overview leads to a cluster', words.startsWith(address), address)

  const alert = page.getByRole('region', { name: 'Worst alerts' }).getByRole('link').first()
  const told = (await alert.textContent()) ?? ''
  await alert.click()
  await page.getByRole('heading', { level: 1, name: 'Alert', exact: true }).waitFor()
  await untilComplete(page)
  const name = (await page.getByRole('main').getByRole('heading', { level: 2 }).first().textContent()) ?? '-'
  report.check('the cluster leads to its worst alert', told.includes(name), name)

  const uuid = new URL(page.url()).searchParams.get('id') ?? ''
  const json = await page.getByRole('region', { name: 'Stored document' }).locator('pre').textContent()
  const document = JSON.parse(json ?? '{}') as { uuid?: string }
  report.check('the alert shows the stored document', uuid !== '' && document.uuid === uuid, uuid)
  return uuid
}

/** Sets a status and a note; the API has them, and they are shown after a reload. */
async function acknowledge({ report, door, seed }: PathOptions, page: Page, uuid: string, asker: Asker): Promise<void> {
  const note = `Asked the owner of the host; it was test ${seed}.`
  const part = page.getByRole('region', { name: 'Triage' })
  await part.getByRole('radio', { name: 'Acknowledged' }).click()
  await part.getByText('Last changed by').waitFor()
  await part.getByLabel('Note').fill(note)
  await part.getByRole('button', { name: 'Save note' }).click()
  await part.getByRole('button', { name: 'Save note' }).waitFor({ state: 'detached' })
  const { body } = await asker.ask<{ mark: { status: string; note: string } }>(door.origin, `/api/alerts/${uuid}`)
  await page.reload()
  await untilComplete(page)
  const shown = await part.getByLabel('Note').inputValue()
  const isHeld = body.mark.status === 'acknowledged' && body.mark.note === note && shown === note
  report.check('an alert is acknowledged with a note', isHeld, JSON.stringify(body.mark))
}

/** A rejected query shows the position of its error; once corrected, it finds something. */
async function correctQuery(report: Report, page: Page): Promise<void> {
  await goTo(page, 'Search')
  await page.getByRole('button', { name: 'Query editor' }).click()
  const editor = page.getByRole('textbox', { name: 'Search body (JSON)' })
  await write(page, editor, '{ "query": { "trem": { "event_type": "alert" } } }')
  await page.getByRole('button', { name: 'Run' }).click()
  const refusal = page.getByRole('region', { name: 'Query editor' }).getByRole('listitem').first()
  await refusal.waitFor()
  const words = (await refusal.textContent()) ?? ''
  // The underlined part in the editor has no role: it is plain text.
  const marked = await page.locator('.cm-lintRange-error').first().textContent()
  report.check(
    'a refused query is marked at its place',
    words.includes('trem') && Boolean(marked?.includes('trem')),
    `${words}; marked: ${marked}`,
  )
  await write(page, editor, '{ "query": { "term": { "event_type": "alert" } } }')
  await page.getByRole('button', { name: 'Run' }).click()
  await refusal.waitFor({ state: 'detached' })
  await grid(page, 'Events found').getByRole('row').nth(1).waitFor()
  const found = await page.getByRole('status').filter({ hasText: 'event' }).first().textContent()
  report.check('the corrected query finds events', /[1-9]/.test(found ?? ''), found ?? '')
}

/** The aggregations of a query are drawn over time and listed in rows. */
async function countByQuery(report: Report, page: Page): Promise<void> {
  const body = {
    size: 0,
    aggs: {
      hours: { date_histogram: { field: '@timestamp', fixed_interval: '1h' }, aggs: { kinds: KINDS } },
      kinds: KINDS,
    },
  }
  await write(page, page.getByRole('textbox', { name: 'Search body (JSON)' }), JSON.stringify(body))
  await page.getByRole('button', { name: 'Run' }).click()
  const part = page.getByRole('region', { name: 'Aggregations' })
  const rows = part.getByRole('region', { name: 'kinds', exact: true }).getByRole('row')
  await rows.nth(2).waitFor()
  await part
    .getByRole('img', { name: /^hours/ })
    .first()
    .waitFor()
  const [plots, told] = [await part.getByRole('img').count(), await rows.allTextContents()]
  report.check('aggregations are drawn and told', plots === 2 && told.length > 2, `${plots} plots; ${told.join(', ')}`)
}

/** Types like a user: Playwright's fill would write inline styles into the editor. */
async function write(page: Page, editor: Locator, words: string): Promise<void> {
  await editor.click()
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText(words)
}

/** Another user who opens the link sees the same. */
async function shareLink({ report, browser, door }: PathOptions, page: Page): Promise<void> {
  await goTo(page, 'Alerts')
  await page.getByRole('button', { name: /^Time range: / }).click()
  await page.getByRole('dialog', { name: 'Time range' }).getByRole('button', { name: 'Last 2 days' }).click()
  await page.getByRole('radio', { name: 'All' }).click()
  await page.getByRole('searchbox', { name: /^Text in name/ }).fill('synthetic')
  await page.keyboard.press('Enter')
  await untilComplete(page)
  const mine = await viewOf(page)
  await using other = await openVisit(browser, door)
  await signIn(other.page, door, page.url())
  await untilComplete(other.page)
  const theirs = await viewOf(other.page)
  const isHeld = mine.rows.length > 5 && JSON.stringify(mine) === JSON.stringify(theirs)
  report.check(
    'a link opened elsewhere shows the same view',
    isHeld,
    `${mine.count}, ${mine.rows.length} rows compared`,
  )
}

/** What a user sees of a list: its count, its filters and its rows. */
async function viewOf(page: Page): Promise<{ count: string; filters: string; rows: string[] }> {
  const rows = await grid(page, 'Alerts').getByRole('row').allTextContents()
  return {
    count:
      (await page
        .getByRole('status')
        .filter({ hasText: /^[\d,]+ alerts?$/ })
        .textContent()) ?? '',
    filters: (await page.getByRole('list', { name: 'Filters' }).textContent()) ?? '',
    rows: rows.slice(0, 20),
  }
}

async function leave(report: Report, page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByLabel('User name').waitFor()
  await page.goBack()
  await page.getByLabel('User name').waitFor()
  report.check('signed out, the pages ask for a password again', true)
}

async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

function grid(page: Page, name: string) {
  return page.getByRole('grid', { name })
}
