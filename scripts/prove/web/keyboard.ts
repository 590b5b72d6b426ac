import type { Locator, Page } from 'playwright-core'
import { openVisit } from './browser.ts'
import { troublesOf } from './page-watch.ts'
import type { PathOptions } from './path.ts'
import { untilComplete } from './until-complete.ts'

const MOST_TABS = 120
const ARRIVES_WITHIN_MS = 60_000

/** The same day without a pointer: keys alone, and always in sight where one is. */
export async function proveKeyboard(options: PathOptions): Promise<void> {
  const { report, browser, door, asker, load, seed } = options
  await using visit = await openVisit(browser, door)
  const { page, watch } = visit
  const { keyboard } = page
  const note = `By keyboard: it was test ${seed}.`

  // Out of this range nothing falls meanwhile.
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
  await page.getByText('Waiting for alerts').waitFor()
  await load.send(seed + 1, 20, ['--alert-share=100%', '--hours=1'])
  const rows = page.getByRole('grid', { name: 'Alerts' }).getByRole('row')
  await rows.nth(1).waitFor({ timeout: ARRIVES_WITHIN_MS })
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
  await page.getByRole('heading', { level: 1, name: 'Cluster' }).waitFor()
  await untilComplete(page)
  hidden.push(...(await tabTo(page, page.getByRole('region', { name: 'Worst alerts' }).getByRole('link').first())))
  await keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Alert' }).waitFor()
  await untilComplete(page)
  const uuid = new URL(page.url()).searchParams.get('id') ?? ''
  report.check('one comes from the overview to an alert by keyboard', uuid !== '', uuid)

  const part = page.getByRole('region', { name: 'Assessment' })
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
  const before = await openCount(page)
  await keyboard.press('j')
  await keyboard.press('Enter')
  await page
    .getByRole('complementary', { name: 'Alert in detail' })
    .getByRole('heading', { level: 2 })
    .first()
    .waitFor()
  await keyboard.press('e')
  await page.getByText('1 alert marked').waitFor()
  await keyboard.press('Escape')
  await page.getByRole('complementary', { name: 'Alert in detail' }).waitFor({ state: 'detached' })
  await keyboard.press('r')
  await untilComplete(page)
  await page.waitForFunction(shows, `${(before - 1).toLocaleString('en')} alert`)
  report.check('one opens and acknowledges an alert of the list by keyboard', true, `${before} open before`)

  await keyboard.press('g')
  await keyboard.press('s')
  await page.getByRole('heading', { level: 1, name: 'Search' }).waitFor()
  await untilComplete(page)
  hidden.push(...(await tabTo(page, page.getByRole('button', { name: 'Query editor' }))))
  await keyboard.press('Enter')
  const editor = page.getByRole('textbox', { name: 'Search body, JSON' })
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

  // Out of the editor, in which Tab is not taken.
  hidden.push(...(await tabTo(page, page.getByRole('button', { name: 'Run' }))))
  await keyboard.press('Control+K')
  await page.getByRole('dialog', { name: 'Commands' }).waitFor()
  await keyboard.type('clusters')
  await keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Clusters' }).waitFor()
  report.check('commands lead to every page', true)
  report.check('where one is can always be seen', hidden.length === 0, hidden.slice(0, 3).join('; '))
  report.check('nothing went wrong in the page by keyboard', troublesOf(watch) === '', troublesOf(watch))
}

/** Tab by Tab to something; answers where the focus could not be seen on the way. */
async function tabTo(page: Page, wanted: Locator): Promise<string[]> {
  await wanted.waitFor()
  const hidden: string[] = []
  for (let tabs = 0; tabs < MOST_TABS; tabs++) {
    await page.keyboard.press('Tab')
    const unseen = await page.evaluate(unseenFocus)
    if (unseen) hidden.push(unseen)
    if (await wanted.evaluate(hasFocus)) return hidden
  }
  throw new Error(`${String(wanted)} is not reached by ${MOST_TABS} tabs`)
}

interface PageElement {
  tagName: string
  textContent: string | null
  isContentEditable: boolean
  shadowRoot: { activeElement: PageElement | null } | null
  getRootNode(): { activeElement: PageElement | null }
  contains(other: PageElement | null): boolean
  getBoundingClientRect(): { width: number; height: number; bottom: number; right: number }
  blur(): void
}

/** Runs in the page. */
function hasFocus(element: unknown): boolean {
  const wanted = element as PageElement
  return wanted.getRootNode().activeElement === wanted
}

/** Runs in the page: what has the focus, if it cannot be seen. */
function unseenFocus(): string | undefined {
  const { document, getComputedStyle } = globalThis as unknown as {
    document: { activeElement: PageElement | null }
    getComputedStyle(element: PageElement): { outlineStyle: string; outlineWidth: string; boxShadow: string }
  }
  let focused = document.activeElement
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement
  if (!focused || focused.tagName === 'BODY') return undefined
  const { width, height, bottom, right } = focused.getBoundingClientRect()
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(focused)
  // A caret marks where one writes.
  const isMarked =
    focused.isContentEditable || (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
  const isInSight = width > 0 && height > 0 && bottom > 0 && right > 0
  if (isMarked && isInSight) return undefined
  return `${focused.tagName} ${(focused.textContent ?? '').slice(0, 40)} (${outlineStyle} ${outlineWidth}, ${width} by ${height} to ${right}, ${bottom})`
}

/** Shortcuts do not work where text is written. */
async function blur(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { document } = globalThis as unknown as { document: { activeElement: PageElement | null } }
    document.activeElement?.blur()
  })
}

/** How many alerts are open, once the page says it exactly. */
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
