import axe from 'axe-core'
import { graveFindings } from '../axe.ts'
import { type Door, openVisit, signIn } from '../browser.ts'
import { untilComplete } from '../until-complete.ts'
import type { AdminOptions } from './admin.ts'
import { NUMBER } from './enrolment.ts'

const addresses = [
  'health',
  'probes',
  `probe?id=${NUMBER}`,
  'dead-letters?open=0&state=all',
  'exports',
  'users',
  'keys',
  'settings',
  'policy',
  'audit',
  'account',
]

/** No page about the appliance has a serious or critical finding of axe, in light and in dark, for whoever may see it. */
export async function proveAdminAxe({ report, browser }: AdminOptions, doors: readonly Door[]): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    const grave: string[] = []
    for (const door of doors) {
      await using visit = await openVisit(browser, door, { colorScheme, scripts: [axe.source] })
      const { page } = visit
      await signIn(page, door)
      for (const address of addresses) {
        await page.goto(`/ui/${address}`)
        await untilComplete(page)
        grave.push(...(await graveFindings(page, `${address} as ${door.username}`)))
      }
    }
    report.check(
      `no serious or critical finding of axe on ${addresses.length} pages about the appliance, ${colorScheme}`,
      grave.length === 0,
      grave.slice(0, 8).join('; '),
    )
  }
}
