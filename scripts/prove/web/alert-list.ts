import type { Page } from 'playwright-core'
import type { Report } from '../harness/report.ts'
import { untilComplete } from './until-complete.ts'

/** The list of alerts with the mouse: a row opens its alert, and every value has a menu. */
export async function checkAlertList(report: Report, page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Alerts' }).click()
  await page.getByRole('heading', { level: 1, name: 'Alerts' }).waitFor()
  await untilComplete(page)
  await openByName(report, page)
  await filterOut(report, page)
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
  const cell = rowsOf(page).nth(1).getByRole('gridcell').nth(6)
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

function rowsOf(page: Page) {
  return page.getByRole('grid', { name: 'Alerts' }).getByRole('row')
}
