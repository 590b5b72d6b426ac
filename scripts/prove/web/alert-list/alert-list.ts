import { waitUntil } from '@watchpost/servers'
import type { Page } from 'playwright-core'
import type { Report } from '../../harness/report.ts'
import { checkBulkTriage } from './bulk-triage.ts'
import { checkFlowRequest } from './flow-request.ts'
import { identicalAlert } from './identical-alert.ts'
import { sendAsProbe } from '../injection/hostile-events.ts'
import type { PathOptions } from '../path.ts'
import { untilComplete } from '../until-complete.ts'

const COUNTED_WITHIN_MS = 120_000
const IDENTICAL = 500
const SOURCE = '10.77.0.1'

/** The list of alerts with the mouse: a row opens its alert, every value has a menu, identical alerts are one row. */
export async function checkAlertList(options: PathOptions, page: Page): Promise<void> {
  const { report } = options
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Alerts' }).click()
  await page.getByRole('heading', { level: 1, name: 'Alerts' }).waitFor()
  await untilComplete(page)
  await openByName(report, page)
  await filterOut(report, page)
  await acknowledgeIdentical(options, page)
  await checkBulkTriage(options, page)
  await checkFlowRequest(options, page)
}

async function openByName(report: Report, page: Page): Promise<void> {
  const cell = rowsOf(page).nth(1).getByRole('gridcell').nth(4)
  const name = (await cell.textContent()) ?? '-'
  await cell.getByText(name).click()
  const detail = page.getByRole('complementary', { name: 'Alert details' })
  const title = await detail.getByRole('heading', { level: 2 }).first().textContent()
  report.check('a click on the name of a row opens its alert', title === name, title ?? '')
  await page.keyboard.press('Escape')
  await detail.waitFor({ state: 'detached' })
}

/** The menu of a value excludes it from the list. */
async function filterOut(report: Report, page: Page): Promise<void> {
  const cell = rowsOf(page).nth(1).getByRole('gridcell').nth(7)
  const source = (await cell.textContent()) ?? '-'
  await cell.getByText(source).hover()
  await cell.getByRole('button', { name: `Actions for ${source}` }).click()
  await page.getByRole('menuitem', { name: 'Filter out this value' }).click()
  const filters = page.getByRole('list', { name: 'Filters' })
  await filters.getByText(`Not Source ${source}`).waitFor()
  await untilComplete(page)
  const shown = await rowsOf(page).allTextContents()
  const isGone = shown.length > 2 && !shown.some((words) => words.includes(source))
  report.check('the menu of a value excludes it from the list', isGone, `${source}, ${shown.length} rows left`)
  await filters.getByRole('button', { name: 'Clear filters' }).click()
  await filters.waitFor({ state: 'detached' })
  await untilComplete(page)
}

/** One row stands for all of them: two clicks acknowledge them, and one takes it back. */
async function acknowledgeIdentical({ report, asker, door, stack }: PathOptions, page: Page): Promise<void> {
  const now = Date.now()
  await sendAsProbe(
    stack,
    Array.from({ length: IDENTICAL }, (_, number) => identicalAlert(SOURCE, new Date(now - number * 1_000), number)),
  )
  const countOf = async (status: string) => {
    const path = `/api/alerts/groups?src_ip=${SOURCE}&status=${status}`
    const { body } = await asker.ask<{ count: number }[]>(door.origin, path)
    return body.map(({ count }) => count).join()
  }
  await waitUntil(async () => (await countOf('open')) === String(IDENTICAL), {
    withinMs: COUNTED_WITHIN_MS,
    everyMs: 500,
  })
  await page.goto(`/ui/alerts?src_ip=${SOURCE}`)
  await untilComplete(page)
  const row = rowsOf(page).nth(1)
  await row.getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Acknowledge', exact: true }).click()
  await page.getByText(`${IDENTICAL} alerts marked`).waitFor()
  const acknowledged = await countOf('acknowledged')
  report.check(
    `${IDENTICAL} identical alerts are acknowledged with two clicks`,
    acknowledged === String(IDENTICAL),
    `${acknowledged} in the API`,
  )
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText(`${IDENTICAL} alerts restored`).waitFor()
  const open = await countOf('open')
  report.check('the change is undone with one click', open === String(IDENTICAL), `${open} open in the API`)

  await row.getByRole('button', { name: new RegExp(`^Show the ${IDENTICAL} alerts`) }).click()
  await untilComplete(page)
  const words = await page
    .getByRole('status')
    .filter({ hasText: /^[\d,]+ alerts?$/ })
    .textContent()
  const isSingle = (await rowsOf(page).count()) > 5
  report.check('the number of a group lists its alerts', isSingle && words === `${IDENTICAL} alerts`, words ?? '')
}

function rowsOf(page: Page) {
  return page.getByRole('grid', { name: 'Alerts' }).getByRole('row')
}
