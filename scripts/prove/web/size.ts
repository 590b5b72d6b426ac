import type { Browser } from 'playwright-core'
import type { Report } from '../harness/report.ts'
import { type Door, openVisit, signIn } from './browser.ts'
import { untilComplete } from './until-complete.ts'

const MOST_KILOBYTES = 350

/** The transfer size of all JavaScript that a browser with an empty cache loads until the first page is complete. */
export async function proveSize(report: Report, browser: Browser, door: Door): Promise<void> {
  await using visit = await openVisit(browser, door)
  const { page } = visit
  const sizes = new Map<string, number>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js')) sizes.set(pathname, Number(response.headers()['content-length']))
  })
  await signIn(page, door)
  await untilComplete(page)
  const kilobytes = [...sizes.values()].reduce((sum, size) => sum + size, 0) / 1_000
  report.figure('JavaScript of the first page, KB as sent', kilobytes)
  report.check(
    `the JavaScript of the first page is under ${MOST_KILOBYTES} KB`,
    sizes.size > 0 && kilobytes < MOST_KILOBYTES,
    `${kilobytes.toFixed(1)} KB in ${sizes.size} files`,
  )
}
