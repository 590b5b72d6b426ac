import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Report } from '../../harness/report.ts'

/** The state in a screenshot: no problems, open causes, past causes, or nothing recorded. */
export type PictureState = 'complete' | 'open' | 'gaps' | 'unknown'

const KEPT_IN = 'docs/screens'
/** Screenshots that are kept in the repository, under other names. */
const kept: Record<string, string> = {
  'coverage-open': 'coverage',
  'coverage-open-dark': 'coverage-dark',
  'coverage-open-390': 'coverage-390',
  'overview-open': 'overview-coverage-open',
  'alerts-open': 'alerts-coverage-open',
  'probe-gaps': 'probe-coverage',
}
const looks = [
  { suffix: '', colorScheme: 'light', viewport: { width: 1_440, height: 900 } },
  { suffix: '-dark', colorScheme: 'dark', viewport: { width: 1_440, height: 900 } },
  { suffix: '-390', colorScheme: 'light', viewport: { width: 390, height: 844 } },
  { suffix: '-dark-390', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const

/**
 * Takes screenshots of the current page: light and dark, desktop and phone. Returns those that are wider than the
 * window.
 */
export async function takePictures(page: Page, name: string, folder: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true })
  const wide: string[] = []
  for (const { suffix, colorScheme, viewport } of looks) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    await page.waitForTimeout(300)
    const file = join(folder, `${name}${suffix}.png`)
    await page.screenshot({ path: file })
    if (await page.evaluate(isTooWide)) wide.push(`${name}${suffix}`)
    const keptName = kept[`${name}${suffix}`]
    if (keptName) copyFileSync(file, join(KEPT_IN, `${keptName}.png`))
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(looks[0].viewport)
  return wide
}

export function checkWidths(report: Report, state: PictureState, wide: readonly string[]): void {
  report.check(`${state}: no page is wider than its window`, wide.length === 0, wide.join(', '))
}

/** Runs in the page. */
function isTooWide(): boolean {
  const { document, innerWidth } = globalThis as unknown as {
    document: { documentElement: { scrollWidth: number } }
    innerWidth: number
  }
  return document.documentElement.scrollWidth > innerWidth
}
