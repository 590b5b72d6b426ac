import { waitUntil } from '@watchpost/servers'
import type { Page } from 'playwright-core'
import type { PathOptions } from './path.ts'
import { tabTo } from './tab-to.ts'
import { untilComplete } from './until-complete.ts'

const waiting = { withinMs: 60_000, everyMs: 500 }

interface Counts {
  number_alerts: number
  open: number
  alerts_link: string
}

/** Begins at the clusters page: all alerts of a cluster get a verdict and are closed. */
export async function checkClusterByKeyboard(options: PathOptions, page: Page): Promise<string[]> {
  const { report, asker, door } = options
  const { keyboard } = page
  const clusterOf = async (self: string) => (await asker.ask<Counts>(door.origin, self)).body
  const hidden = await tabTo(page, page.getByRole('button', { name: 'Has open alerts' }))
  await keyboard.press('Space')
  await untilComplete(page)
  await keyboard.press('j')
  await keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Cluster', exact: true }).waitFor()
  await untilComplete(page)
  const query = new URL(page.url()).searchParams
  const angle = new URLSearchParams({
    frequency: query.get('frequency') ?? '',
    type_ip: query.get('type_ip') ?? '',
  }).toString()
  const self = `/api/alerts/clusters/${encodeURIComponent(query.get('id') ?? '')}?${angle}`
  const before = await clusterOf(self)
  const counting = new URL(before.alerts_link, door.origin).searchParams
  counting.delete('sort_by')

  await keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: /^Assess/ })
  await dialog.waitFor()
  // The focus is on the status, which stays.
  await keyboard.press('Tab')
  for (const key of ['ArrowRight', 'ArrowRight', 'Space']) await keyboard.press(key)
  hidden.push(...(await tabTo(page, dialog.getByLabel('Reason of the verdict'))))
  await keyboard.type('A test of ours')
  await keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  const countOf = async (filter: string) =>
    (await asker.ask<{ total: number }>(door.origin, `/api/alerts/summary?${counting.toString()}&${filter}`)).body.total
  // Right after it: the second change waits for the first one.
  await keyboard.press('c')
  const isWanted = 'verdict=true_positive&status=closed'
  await waitUntil(async () => (await countOf(isWanted)) === before.number_alerts, waiting)
  const total = await countOf(isWanted)
  report.check(
    'all alerts of a cluster are assessed and closed by keyboard',
    before.open > 0 && total === before.number_alerts,
    `${total} of ${before.number_alerts}, ${before.open} of them open before`,
  )

  const isCounted = await waitUntil(async () => (await clusterOf(self)).open === 0, waiting)
  const isShown = await page
    .getByRole('status')
    .getByText('0 open')
    .waitFor()
    .then(() => true)
  report.check('the page of the cluster shows that none is open', isCounted && isShown)
  return hidden
}
