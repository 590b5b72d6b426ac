import type { Page } from 'playwright-core'

const STABLE_TURNS = 3

/** Waits until the page has loaded: it has a heading, and no part of it is loading or refreshing. */
export async function untilComplete(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('main').waitFor()
  // One part may start to load after another has finished.
  for (let turns = 0; turns < STABLE_TURNS; turns++) {
    await page.waitForFunction(isAtRest, undefined, { polling: 'raf' })
    await page.waitForTimeout(30)
    if (!(await page.evaluate(isAtRest))) turns = -1
  }
}

/** Runs in the page. */
function isAtRest(): boolean {
  interface Element {
    getAttribute(name: string): string | null
  }
  const { document } = globalThis as unknown as { document: { querySelectorAll(selector: string): Iterable<Element> } }
  const waiting = [...document.querySelectorAll('[role=status][aria-label=Loading], [aria-busy=true]')]
  return waiting.length === 0
}
