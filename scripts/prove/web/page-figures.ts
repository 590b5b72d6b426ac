import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'

interface Timing {
  duration: number
  startTime: number
}

/** Runs in the page: remembers what held its main thread up. */
export function watchLongTasks(): void {
  const page = globalThis as unknown as {
    longTasks: number[]
    PerformanceObserver: new (
      listener: (list: { getEntries(): Timing[] }) => void,
    ) => { observe(options: { type: string; buffered: boolean }): void }
  }
  page.longTasks = []
  const observer = new page.PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) page.longTasks.push(duration)
  })
  observer.observe({ type: 'longtask', buffered: true })
}

/** The tasks over 50 ms since this was last asked, in milliseconds. */
export function longTasks(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const held = globalThis as unknown as { longTasks: number[] }
    const found = held.longTasks
    held.longTasks = []
    return found
  })
}

/** From the beginning of the navigation until something was there to be seen. */
export function firstPaintMs(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { performance } = globalThis as unknown as { performance: { getEntriesByName(name: string): Timing[] } }
    return performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN
  })
}

/** What the page's process has for itself, once what is not needed any more was given back. */
export async function rendererMebibytes(browser: Browser, page: Page): Promise<number> {
  const ofPage = await page.context().newCDPSession(page)
  await ofPage.send('HeapProfiler.collectGarbage')
  const ofBrowser = await browser.newBrowserCDPSession()
  const { processInfo } = await ofBrowser.send('SystemInfo.getProcessInfo')
  const sizes = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => privateMebibytes(id))
  return Math.max(...sizes)
}

function privateMebibytes(pid: number): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const kibibytes = [...text.matchAll(/^Private_\w+:\s+(\d+) kB/gm)].reduce((sum, [, size]) => sum + Number(size), 0)
  return kibibytes / 1_024
}
