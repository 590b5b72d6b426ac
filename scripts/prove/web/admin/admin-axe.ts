import axe from 'axe-core'
import { checkFindings, type GraveFindings, graveFindings } from '../axe.ts'
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

/** No administration page has a serious or critical axe finding, in light and dark, for every role that may see it. */
export async function proveAdminAxe({ report, browser }: AdminOptions, doors: readonly Door[]): Promise<void> {
  const pages: GraveFindings[] = []
  for (const door of doors) {
    await using visit = await openVisit(browser, door, { scripts: [axe.source] })
    const { page } = visit
    await signIn(page, door)
    for (const address of addresses) {
      await page.goto(`/ui/${address}`)
      await untilComplete(page)
      pages.push(await graveFindings(page, `${address} as ${door.username}`))
    }
  }
  checkFindings(report, pages, `${addresses.length} pages about the appliance`)
}
