import type { Page } from 'playwright-core'
import { readAlerts } from '../../alerts/oracle-alerts.ts'
import type { PathOptions } from '../path.ts'
import { untilComplete } from '../until-complete.ts'

const ARRIVES_WITHIN_MS = 60_000
const LIVE = ['--alert-share=100%', '--hours=1']
/** Two per probe: all of them are visible, in whatever order they arrive. */
const LIVE_EVENTS = 16
/** Looks at a list that must not move. */
const LOOKS = 10
const LOOK_MS = 100

/** Live alerts appear above the rows that are there, and no row moves while the user points at it or has selected it. */
export async function checkLive({ report, load, seed }: PathOptions, page: Page): Promise<void> {
  await page.goto('/ui/alerts?rows=single&status=all')
  await untilComplete(page)
  const before = (await textsOf(page)).slice(0, 5)
  await page.getByRole('button', { name: 'Live' }).click()
  await page.getByText('0 arrived').waitFor()
  await page.waitForTimeout(1_000)
  const kept = (await textsOf(page)).slice(0, 5)
  const hasKept = before.length === 5 && JSON.stringify(kept) === JSON.stringify(before)
  report.check('the live list keeps the rows that are there', hasKept, kept[0])

  const startedAt = Date.now()
  await load.send(seed, LIVE_EVENTS, LIVE)
  const [first] = await readAlerts(load.oracles().filter((path) => path.endsWith(`seed-${seed}.ndjson`)))
  const arrived = rowsOf(page).filter({ hasText: first?.name ?? 'no alert was sent' })
  await arrived.first().waitFor({ timeout: ARRIVES_WITHIN_MS })
  await page.getByText(`${LIVE_EVENTS} arrived`).waitFor({ timeout: ARRIVES_WITHIN_MS })
  report.figure('seconds from sending to the page', (Date.now() - startedAt) / 1_000)
  const below = (await textsOf(page)).indexOf(before[0] ?? '-')
  const isBelow = below === LIVE_EVENTS
  report.check('alerts of a running probe appear by themselves, above the others', isBelow, `${below} rows above`)

  const shown = page.getByRole('button', { name: /^Show \d+ new alerts?$/ })
  await rowsOf(page).nth(3).hover()
  const pointed = await textsOf(page)
  await load.send(seed + 1, LIVE_EVENTS, LIVE)
  await shown.waitFor({ timeout: ARRIVES_WITHIN_MS })
  const isStill = await staysAs(page, pointed)
  report.check('no row moves while the pointer is on one', isStill, (await shown.textContent()) ?? '')
  await page.getByRole('heading', { level: 1 }).hover()
  await page.getByText(`${2 * LIVE_EVENTS} arrived`).waitFor({ timeout: ARRIVES_WITHIN_MS })
  await shown.waitFor({ state: 'detached' })
  const now = (await textsOf(page)).indexOf(pointed[0] ?? '-')
  report.check('what has arrived is shown when the pointer leaves', now === LIVE_EVENTS, `${now} rows above`)

  for (const key of ['j', 'j', 'j', 'x']) await page.keyboard.press(key)
  const selected = rowsOf(page).and(page.locator('[aria-selected=true]'))
  const chosen = (await selected.textContent()) ?? ''
  const held = await textsOf(page)
  await load.send(seed + 2, LIVE_EVENTS, LIVE)
  await page.getByText(`${3 * LIVE_EVENTS} arrived`).waitFor({ timeout: ARRIVES_WITHIN_MS })
  report.check('no row moves while one is selected', await staysAs(page, held), chosen)
  await shown.click()
  await shown.waitFor({ state: 'detached' })
  const [index, words] = [(await textsOf(page)).indexOf(chosen), await selected.textContent()]
  const isSame = words === chosen && index === held.indexOf(chosen) + LIVE_EVENTS
  report.check('the selection stays with its alert when others are shown above', isSame, `row ${index}: ${words}`)
  await page.getByRole('button', { name: 'Live' }).click()
  await untilComplete(page)
}

/** Whether the list shows these rows for a while. */
async function staysAs(page: Page, rows: readonly string[]): Promise<boolean> {
  for (let look = 0; look < LOOKS; look++) {
    if (JSON.stringify(await textsOf(page)) !== JSON.stringify(rows)) return false
    await page.waitForTimeout(LOOK_MS)
  }
  return true
}

/** The texts of the visible rows, from top to bottom. Elements are reused in any order. */
async function textsOf(page: Page): Promise<string[]> {
  const rows = await rowsOf(page).evaluateAll((elements) =>
    elements.map((element) => ({
      index: Number((element as unknown as { dataset: { index: string } }).dataset.index),
      text: element.textContent ?? '',
    })),
  )
  return rows.toSorted((one, other) => one.index - other.index).map(({ text }) => text)
}

/** The rows without the head. */
function rowsOf(page: Page) {
  return page.getByRole('grid', { name: 'Alerts' }).locator('[role=row][data-index]')
}
