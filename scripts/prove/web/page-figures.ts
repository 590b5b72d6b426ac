import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'

interface Timing {
  duration: number
  startTime: number
}

/** Runs in the page: records long tasks of the main thread. */
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

/** The tasks over 50 ms since the last call, in milliseconds. */
export function longTasks(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const held = globalThis as unknown as { longTasks: number[] }
    const found = held.longTasks
    held.longTasks = []
    return found
  })
}

/** From the start of the navigation to the first paint. */
export function firstPaintMs(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { performance } = globalThis as unknown as { performance: { getEntriesByName(name: string): Timing[] } }
    return performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN
  })
}

/** The private memory of the page's process after garbage collection. */
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
