import type { Page } from 'playwright-core'
import type { ExpectedWords } from './expected-words.ts'

/** The differences between a page and the oracle; empty if there are none. */
export type PageText = (page: Page, expected: ExpectedWords) => Promise<string[]>

/** Overview: the state and the first causes. */
export const overviewText: PageText = async (page, { open, causes, header, state }) => {
  const panel = page.locator('section', { has: page.getByRole('heading', { name: 'Coverage', exact: true }) }).first()
  const said = await panel.locator('strong').first().innerText()
  const listed = await panel.locator('[data-coverage-causes] li').allInnerTexts()
  const wanted = open.length > 0 && causes.length > 0 ? `Coverage ${state}` : header
  const unknown = listed.filter((item) => !/^\d+ more$/.test(item) && !causes.some((cause) => item.startsWith(cause)))
  return [
    ...unlike('the panel', said, wanted),
    ...unlike('its list', listed.length, Math.min(causes.length, 5)),
    ...unknown.map((item) => `it lists “${item}”`),
  ]
}

/** Coverage: all causes. */
export const coverageText: PageText = async (page, { causes, open }) => {
  const titles = await page.locator('[data-cause] strong').allInnerTexts()
  const now = await page.getByRole('main').locator('strong').first().innerText()
  return [
    ...unlike('causes', titles.length, causes.length),
    ...causes.filter((cause) => !titles.some((title) => title.startsWith(cause))).map((cause) => `no cause “${cause}”`),
    ...unlike('now', now.startsWith('Up to date') ? '' : now, open.join(', ')),
  ]
}

/** System health: the rows for probes and coverage. */
export const healthText: PageText = async (page, { health, open }) => {
  const row = async (part: string) => {
    const cells = page.getByRole('row').filter({ has: page.getByRole('cell', { name: part, exact: true }) })
    return (await cells.first().getByRole('cell').allInnerTexts()).at(-1) ?? ''
  }
  const isWell = await page.getByText('All systems operational').isVisible()
  return [
    ...unfit('probes', await row('probes'), health.probes),
    ...unfit('coverage', await row('coverage'), health.coverage),
    ...(isWell && open.length > 0 ? ['everything is called well'] : []),
  ]
}

/** Probes: the problems of each. The pages make no claim about hours before the stack started. */
export const probesText: PageText = async (page, { probes }) => {
  const rows = await page.getByRole('row').all()
  const wrong: string[] = []
  for (const row of rows.slice(1)) {
    const cells = await row.getByRole('cell').allInnerTexts()
    const id = Number(cells[1])
    const [said, wanted] = [cells[3] ?? '', probes.get(id) ?? []]
    const isRight = wanted.length === 0 ? said === 'No known gaps' : wanted.every((word) => said.includes(word))
    if (!isRight) wrong.push(`probe ${id} “${said}”, not “${wanted.join(', ') || 'No known gaps'}”`)
  }
  return [...(rows.length < probes.size ? [`only ${rows.length - 1} rows`] : []), ...wrong]
}

/** Alerts, search, clusters: the text next to results, or in their place. */
export const listText: PageText = async (page, { line, state }) => {
  const lines = page.locator('[data-coverage-line], [data-coverage-note]')
  const texts = await lines.allInnerTexts()
  const states = await lines.evaluateAll((all) =>
    all.map((each) => each.getAttribute('data-coverage-line') ?? each.getAttribute('data-coverage-note')),
  )
  return [
    ...(texts.length === 0 ? ['nothing is said'] : []),
    ...texts.flatMap((said) => unfit('it', said, line)),
    ...states.flatMap((said) => unlike('its state', said ?? '', state)),
  ]
}

export interface PageKind {
  /** Shows the requested range; other pages show the last day. */
  isRanged: boolean
  /** Has a legend. */
  hasLegend?: boolean
}

/** Checks the header, and that nothing on the page claims more. */
export async function headerText(
  page: Page,
  { header, open, state }: ExpectedWords,
  { isRanged, hasLegend = false }: PageKind,
): Promise<string[]> {
  const said = await page.locator('a[data-coverage] span').first().innerText()
  const body = await page.locator('body').innerText()
  const mayBeComplete = !isRanged || hasLegend || state === 'complete'
  return [
    ...(isRanged ? unlike('the header', said, header) : []),
    ...(open.length > 0 && /up to date/i.test(body) ? ['something is called up to date'] : []),
    ...(!mayBeComplete && /\bcomplete\b/i.test(body) ? ['something is called complete'] : []),
  ]
}

function unlike(what: string, said: string | number, wanted: string | number): string[] {
  return said === wanted ? [] : [`${what} says “${said}”, not “${wanted}”`]
}

function unfit(what: string, said: string, wanted: RegExp): string[] {
  return wanted.test(said) ? [] : [`${what} says “${said}”, not ${wanted.source}`]
}
