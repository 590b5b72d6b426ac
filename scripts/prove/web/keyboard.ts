import type { Page } from 'playwright-core'
import { openVisit } from './browser.ts'
import { checkClusterByKeyboard } from './keyboard-cluster.ts'
import { troublesOf } from './page-watch.ts'
import type { PathOptions } from './path.ts'
import { tabTo } from './tab-to.ts'
import { untilComplete } from './until-complete.ts'

const ARRIVES_WITHIN_MS = 60_000

/** The same tasks by keyboard alone, with the focus always visible. */
export async function proveKeyboard(options: PathOptions): Promise<void> {
  const { report, browser, door, asker, load, seed } = options
  await using visit = await openVisit(browser, door)
  const { page, watch } = visit
  const { keyboard } = page
  const note = `By keyboard: it was test ${seed}.`

  // No event leaves this range during the test.
  await page.goto('/ui/?from=now-2d&to=now')
  await page.getByLabel('User name').waitFor()
  await keyboard.type(door.username)
  await keyboard.press('Tab')
  await keyboard.type(door.password)
  await keyboard.press('Enter')
  await page.getByRole('navigation', { name: 'Pages' }).waitFor()
  report.check('one signs in by keyboard', true)

  await keyboard.press('g')
  await keyboard.press('a')
  await page.getByRole('heading', { level: 1, name: 'Alerts' }).waitFor()
  await untilComplete(page)
  await keyboard.press('l')
  await page.getByText('0 arrived').waitFor()
  await load.send(seed + 1, 20, ['--alert-share=100%', '--hours=1'])
  await page.getByText('20 arrived').waitFor({ timeout: ARRIVES_WITHIN_MS })
  await keyboard.press('l')
  await untilComplete(page)
  report.check('one follows what arrives by keyboard', true)

  await keyboard.press('g')
  await keyboard.press('o')
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  await untilComplete(page)
  const worst = page.getByRole('region', { name: 'Riskiest hours by source' }).getByRole('listitem').getByRole('link')
  const hidden = await tabTo(page, worst.first())
  await keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Cluster', exact: true }).waitFor()
  await untilComplete(page)
  hidden.push(...(await tabTo(page, page.getByRole('region', { name: 'Worst alerts' }).getByRole('link').first())))
  await keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Alert', exact: true }).waitFor()
  await untilComplete(page)
  const uuid = new URL(page.url()).searchParams.get('id') ?? ''
  report.check('one comes from the overview to an alert by keyboard', uuid !== '', uuid)

  const part = page.getByRole('region', { name: 'Triage' })
  hidden.push(...(await tabTo(page, part.getByLabel('Note'))))
  await keyboard.press('Control+A')
  await keyboard.type(note)
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await part.getByRole('button', { name: 'Save note' }).waitFor({ state: 'detached' })
  const { body } = await asker.ask<{ mark: { note: string } }>(door.origin, `/api/alerts/${uuid}`)
  report.check('one writes a note by keyboard', body.mark.note === note, body.mark.note)

  await keyboard.press('Escape')
  await blur(page)
  await keyboard.press('g')
  await keyboard.press('a')
  await page.getByRole('heading', { level: 1, name: 'Alerts' }).waitFor()
  await untilComplete(page)
  // Single alerts: a group would count all of its alerts.
  await keyboard.press('s')
  await untilComplete(page)
  const before = await openCount(page)
  await keyboard.press('j')
  await keyboard.press('Enter')
  await page.getByRole('complementary', { name: 'Alert details' }).getByRole('heading', { level: 2 }).first().waitFor()
  await keyboard.press('e')
  await page.getByText('1 alert marked').waitFor()
  await keyboard.press('Escape')
  await page.getByRole('complementary', { name: 'Alert details' }).waitFor({ state: 'detached' })
  await keyboard.press('r')
  await untilComplete(page)
  await page.waitForFunction(shows, `${(before - 1).toLocaleString('en')} alert`)
  report.check('one opens and acknowledges an alert of the list by keyboard', true, `${before} open before`)

  await keyboard.press('j')
  await keyboard.press('v')
  await keyboard.press('Enter')
  await page.getByRole('menu', { name: /^Actions for/ }).waitFor()
  await keyboard.press('Enter')
  await page.getByRole('list', { name: 'Filters' }).waitFor()
  report.check('one filters by a value of a row by keyboard', true)

  await keyboard.press('g')
  await keyboard.press('s')
  await page.getByRole('heading', { level: 1, name: 'Search' }).waitFor()
  await untilComplete(page)
  hidden.push(...(await tabTo(page, page.getByRole('button', { name: 'Query editor' }))))
  await keyboard.press('Enter')
  const editor = page.getByRole('textbox', { name: 'Search body (JSON)' })
  await editor.waitFor()
  hidden.push(...(await tabTo(page, editor)))
  await keyboard.press('Control+A')
  await keyboard.insertText('{ "query": { "trem": { "event_type": "alert" } } }')
  await keyboard.press('Control+Enter')
  const refusal = page.getByRole('region', { name: 'Query editor' }).getByRole('listitem').first()
  await refusal.waitFor()
  await keyboard.press('Control+A')
  await keyboard.insertText('{ "query": { "term": { "event_type": "alert" } } }')
  await keyboard.press('Control+Enter')
  await refusal.waitFor({ state: 'detached' })
  await page.getByRole('grid', { name: 'Events found' }).getByRole('row').nth(1).waitFor()
  report.check('one corrects a refused query by keyboard', true)

  // Tab leaves the editor, which does not capture it.
  hidden.push(...(await tabTo(page, page.getByRole('button', { name: 'Run' }))))
  await keyboard.press('Control+K')
  await page.getByRole('dialog', { name: 'Commands' }).waitFor()
  await keyboard.type('clusters')
  await keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Clusters' }).waitFor()
  report.check('commands lead to every page', true)
  await untilComplete(page)
  hidden.push(...(await checkClusterByKeyboard(options, page)))
  report.check('where one is can always be seen', hidden.length === 0, hidden.slice(0, 3).join('; '))
  report.check('nothing went wrong in the page by keyboard', troublesOf(watch) === '', troublesOf(watch))
}

/** Shortcuts do not work in text fields. */
async function blur(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { document } = globalThis as unknown as { document: { activeElement: { blur(): void } | null } }
    document.activeElement?.blur()
  })
}

/** The number of open alerts, once the page shows it exactly. */
async function openCount(page: Page): Promise<number> {
  const text = await page
    .getByRole('status')
    .filter({ hasText: /^[\d,]+ alerts?$/ })
    .textContent()
  return Number(text?.replace(/\D/g, ''))
}

/** Runs in the page. */
function shows(words: string): boolean {
  const { document } = globalThis as unknown as { document: { body: { innerText: string } } }
  return document.body.innerText.includes(words)
}
