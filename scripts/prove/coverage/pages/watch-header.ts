import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { Report } from '../../harness/report.ts'

const LOOK_MS = 100
/** How long a cause stays open at least while the header is watched. */
const OPEN_MS = 3_000

/** Reads the header repeatedly while the last causes end. */
export async function watchHeader(
  page: Page,
  report: Report,
  endCauses: () => Promise<void>,
  withinMs: number,
): Promise<void> {
  const header = page.locator('a[data-coverage] span').first()
  const isUpToDate = async () => (await header.innerText()).startsWith('Up to date')
  const ended = new AbortController()
  let [early, looks] = [0, 0]
  const watching = (async () => {
    while (!ended.signal.aborted) {
      // Ignore a response that was in flight when the causes ended.
      if ((await isUpToDate()) && !ended.signal.aborted) early += 1
      looks += 1
      await sleep(LOOK_MS)
    }
  })()
  await sleep(OPEN_MS)
  const endedBefore = looks
  await endCauses()
  ended.abort()
  const endedAt = Date.now()
  await watching
  report.check('no header says up to date while a cause is open', early === 0, `${early} of ${endedBefore} looks`)
  while (!(await isUpToDate()) && Date.now() - endedAt <= withinMs) await sleep(LOOK_MS)
  const seconds = (await isUpToDate()) ? (Date.now() - endedAt) / 1_000 : Number.POSITIVE_INFINITY
  report.checkTime('an open page says up to date after the last cause has ended', seconds, withinMs / 1_000)
}
