import { waitUntil } from '@watchpost/servers'
import type { Page } from 'playwright-core'
import { identicalAlert } from './identical-alert.ts'
import { sendAsProbe } from '../injection/hostile-events.ts'
import type { PathOptions } from '../path.ts'
import { untilComplete } from '../until-complete.ts'

const ARRIVED_WITHIN_MS = 120_000
/** More than the list loads at once. */
const ALERTS = 2_600
const numberText = (count: number) => count.toLocaleString('en')
const WRITTEN = numberText(ALERTS)
const SOURCE = '10.77.0.2'
/** Of the flows and source ports. */
const FIRST = 10_000

/**
 * Everything that matches is acknowledged by keyboard, while the list has loaded only a part of it. What someone else
 * changed afterwards survives the undo, which is made after the page was loaded again.
 */
export async function checkBulkTriage(options: PathOptions, page: Page): Promise<void> {
  const { report, asker, door } = options
  await sendAlerts(options)
  const countOf = async (status: string) => {
    const path = `/api/alerts/summary?src_ip=${SOURCE}&status=${status}`
    return (await asker.ask<{ total: number }>(door.origin, path)).body.total
  }
  await page.goto(`/ui/alerts?src_ip=${SOURCE}&rows=single`)
  await untilComplete(page)
  await page.keyboard.press('Control+a')
  const loaded = await page.getByText(/^[\d,]+ selected$/).textContent()
  const offer = page.getByRole('button', { name: `Select all ${WRITTEN} matching` })
  const isOffered = await offer.waitFor().then(() => true)
  report.check('with all loaded rows selected, the list offers all that match', isOffered, `${loaded}`)
  await page.keyboard.press('Control+a')
  await page.getByText(`All ${WRITTEN} matching selected`).waitFor()
  await page.keyboard.press('e')
  await page.getByText(`${WRITTEN} alerts marked`).waitFor()
  const acknowledged = await countOf('acknowledged')
  report.check(
    `all ${WRITTEN} alerts, most of them not loaded, are acknowledged with three key chords`,
    acknowledged === ALERTS,
    `${acknowledged} in the API`,
  )

  const { body } = await asker.ask<{ uuid: string }[]>(door.origin, `/api/alerts?src_ip=${SOURCE}&limit=1`)
  const uuid = body[0]?.uuid ?? ''
  await asker.ask(door.origin, '/api/alerts/marks', { ids: [uuid], status: 'closed', note: 'a colleague' })
  await page.reload()
  await untilComplete(page)
  await page.getByRole('button', { name: 'Recent changes' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Recent changes' })
  const newest = dialog.getByRole('listitem').first()
  await newest.getByRole('button', { name: `Undo Acknowledged of ${WRITTEN} alerts` }).press('Enter')
  await newest.getByText(`${numberText(ALERTS - 1)} alerts restored. 1 was changed by someone else`).waitFor()
  await newest.getByText('Show the 1 alert that stays as it is').press('Enter')
  const isListed = await dialog
    .getByRole('link', { name: uuid })
    .waitFor()
    .then(() => true)
  await page.keyboard.press('Escape')
  const [open, closed] = [await countOf('open'), await countOf('closed')]
  report.check(
    'an undo after a reload restores all but the one that a colleague changed, and lists it',
    isListed && open === ALERTS - 1 && closed === 1,
    `${open} open, ${closed} closed`,
  )
}

async function sendAlerts({ asker, door, stack }: PathOptions): Promise<void> {
  const now = Date.now()
  const alerts = Array.from({ length: ALERTS }, (_, number) =>
    identicalAlert(SOURCE, new Date(now - number * 1_000), FIRST + number),
  )
  await sendAsProbe(stack, alerts)
  const path = `/api/alerts/summary?src_ip=${SOURCE}&as_of=now`
  const haveArrived = async () => (await asker.ask<{ total: number }>(door.origin, path)).body.total === ALERTS
  if (!(await waitUntil(haveArrived, { withinMs: ARRIVED_WITHIN_MS, everyMs: 500 }))) {
    throw new Error('the alerts did not arrive')
  }
}
