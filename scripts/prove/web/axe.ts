import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import type { Report } from '../report.ts'
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

/** No page has a serious or critical finding of axe, in light and in dark, full, empty and at the door. */
export async function proveAxe(report: Report, browser: Browser, door: Door, places: Places): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await using visit = await openVisit(browser, door, { colorScheme, scripts: [axe.source] })
    const { page } = visit
    await page.goto('/ui/')
    await page.getByLabel('User name').waitFor()
    const grave = await graveFindings(page, 'sign in')
    await signIn(page, door)
    const addresses = [...Object.entries(places), ['nothing to show', `/ui/alerts?${nowhere}`] as const]
    for (const [name, address] of addresses) {
      await page.goto(address)
      await untilComplete(page)
      grave.push(...(await graveFindings(page, name)))
    }
    report.check(
      `no serious or critical finding of axe on ${addresses.length + 1} pages, ${colorScheme}`,
      grave.length === 0,
      grave.slice(0, 8).join('; '),
    )
  }
}

/** What axe finds serious or critical on a page as it is. */
export async function graveFindings(page: Page, name: string): Promise<string[]> {
  const findings = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: Finding[] }> } }
    return (await axe.run()).violations
  })
  return findings
    .filter(({ impact }) => impact !== null && GRAVE.has(impact))
    .map(({ id, help, nodes }) => `${name}: ${id} (${help}) at ${nodes.length} places, as ${String(nodes[0]?.target)}`)
}
