import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import type { Report } from '../harness/report.ts'
import { type Door, openVisit, signIn } from './browser.ts'
import { nowhere, type Places } from './places.ts'
import { untilComplete } from './until-complete.ts'

const GRAVE = new Set(['serious', 'critical'])

interface Finding {
  id: string
  impact: string | null
  help: string
  nodes: { target: unknown[] }[]
}

const SCHEMES = ['light', 'dark'] as const
/** The rules whose result depends on colours. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block']

export type GraveFindings = Record<(typeof SCHEMES)[number], string[]>

/** No page has a serious or critical axe finding, in light and dark, with data, empty, and signed out. */
export async function proveAxe(report: Report, browser: Browser, door: Door, places: Places): Promise<void> {
  await using visit = await openVisit(browser, door, { scripts: [axe.source] })
  const { page } = visit
  await page.goto('/ui/')
  await page.getByLabel('User name').waitFor()
  const pages = [await graveFindings(page, 'sign in')]
  await signIn(page, door)
  for (const [name, address] of [...Object.entries(places), ['nothing to show', `/ui/alerts?${nowhere}`] as const]) {
    await page.goto(address)
    await untilComplete(page)
    pages.push(await graveFindings(page, name))
  }
  checkFindings(report, pages, `${pages.length} pages`)
}

export function checkFindings(report: Report, pages: readonly GraveFindings[], which: string): void {
  for (const scheme of SCHEMES) {
    const grave = pages.flatMap((found) => found[scheme])
    report.check(
      `no serious or critical finding of axe on ${which}, ${scheme}`,
      grave.length === 0,
      grave.slice(0, 8).join('; '),
    )
  }
}

/** The serious and critical axe findings of the current page: all rules in light, colour rules also in dark. */
export async function graveFindings(page: Page, name: string): Promise<GraveFindings> {
  const found: GraveFindings = { light: [], dark: [] }
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme })
    // Two frames later everything is drawn in the new colours.
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
    found[colorScheme] = await findingsNow(page, name, colorScheme === 'light' ? undefined : RULES_OF_COLOUR)
  }
  return found
}

async function findingsNow(page: Page, name: string, rules?: readonly string[]): Promise<string[]> {
  const findings = await page.evaluate(async (runOnly) => {
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<{ violations: Finding[] }> } }
    return (await axe.run(runOnly ? { runOnly } : {})).violations
  }, rules)
  return findings
    .filter(({ impact }) => impact !== null && GRAVE.has(impact))
    .map(({ id, help, nodes }) => `${name}: ${id} (${help}) at ${nodes.length} places, as ${String(nodes[0]?.target)}`)
}
