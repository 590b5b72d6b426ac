import { waitUntil } from '@watchpost/servers'
import type { Page } from 'playwright-core'
import { sendAsProbe } from '../injection/hostile-events.ts'
import type { PathOptions } from '../path.ts'
import { untilComplete } from '../until-complete.ts'
import { identicalAlert } from './identical-alert.ts'

const ARRIVED_WITHIN_MS = 120_000
const SOURCE = '10.77.0.3'
/** Of flow and source port. */
const NUMBER = 30_000
const URL_PATH = '/synthetic/stage-two.bin?id=77'

/** An alert that says nothing of HTTP, and the request that its probe saw in the same flow. */
export async function checkFlowRequest({ report, asker, door, stack }: PathOptions, page: Page): Promise<void> {
  const now = Date.now()
  const alert = identicalAlert(SOURCE, new Date(now), NUMBER)
  const { alert: _finding, ...flow } = alert as Record<string, unknown>
  const request = {
    ...flow,
    timestamp: new Date(now - 40).toISOString().replace('Z', '000+0000'),
    event_type: 'http',
    tx_id: 0,
    http: {
      hostname: 'files.example.test',
      url: URL_PATH,
      http_user_agent: 'synthetic/1.0',
      http_method: 'GET',
      protocol: 'HTTP/1.1',
      status: 200,
      length: 4_096,
    },
  }
  await sendAsProbe(stack, [request, alert])
  const uuid = await arrived({ asker, door })
  await page.goto(`/ui/alert?id=${uuid}`)
  await untilComplete(page)
  const line = page.getByRole('button', { expanded: false }).filter({ hasText: URL_PATH })
  await line.waitFor()
  const box = await line.boundingBox()
  const height = page.viewportSize()?.height ?? 0
  const isInView = box !== null && box.y + box.height <= height
  report.check(
    'the HTTP request of the flow is visible on the alert without a click, and without scrolling',
    isInView,
    `at ${Math.round(box?.y ?? -1)} of ${height} px: ${await line.textContent()}`,
  )
  await line.click()
  const fields = page.getByRole('listitem').filter({ hasText: URL_PATH })
  await fields.getByText('synthetic/1.0').first().waitFor()
  report.check('one click opens it in place', true)
}

/** The alert, when its detail lists both events. */
async function arrived({ asker, door }: Pick<PathOptions, 'asker' | 'door'>): Promise<string> {
  let uuid = ''
  const isHere = async () => {
    const { body: rows } = await asker.ask<{ uuid: string }[]>(door.origin, `/api/alerts?src_ip=${SOURCE}`)
    uuid = rows[0]?.uuid ?? ''
    if (uuid === '') return false
    const { body } = await asker.ask<{ related: { events: unknown[] } }>(door.origin, `/api/alerts/${uuid}`)
    return body.related.events.length === 2
  }
  if (!(await waitUntil(isHere, { withinMs: ARRIVED_WITHIN_MS, everyMs: 500 }))) throw new Error('no alert arrived')
  return uuid
}
