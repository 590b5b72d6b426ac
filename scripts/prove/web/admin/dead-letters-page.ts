import type { Locator, Page } from 'playwright-core'
import { type Door, openVisit, signIn } from '../browser.ts'
import type { AdminOptions } from './admin.ts'
import type { Enrolled } from './enrolment.ts'

const WITHIN_MS = 60_000

const CUT_OFF = '{"event_type":"dns","note":"<b>cut</b> off é here'
const BINARY = Buffer.from([0x7b, 0xff, 0x00, 0xfe, 0x7d])
/** The sensor's lines and the reasons that the page must show. */
const broken: readonly { line: string | Buffer; reason: string }[] = [
  { line: CUT_OFF, reason: 'Not JSON' },
  { line: 'plain words', reason: 'Not JSON' },
  { line: BINARY, reason: 'Not UTF-8' },
  { line: '[1,2,3]', reason: 'Not an object' },
  { line: '{"event_type":"dns"}', reason: 'No timestamp' },
]
const counts = Map.groupBy(broken, ({ reason }) => reason)

/** Lines that are not events go through a real agent, appear with their reasons, and are put back on the page. */
export async function proveDeadLettersPage(
  { report, browser }: AdminOptions,
  page: Page,
  enrolled: Enrolled,
  operator: Door,
): Promise<void> {
  await page.getByRole('link', { name: 'Dead letters', exact: true }).click()
  await page.getByText('No dead letters', { exact: true }).waitFor()
  report.check('where every event could be stored the page says so', true)

  for (const { line } of broken) enrolled.write(line)
  const reasons = page.getByRole('group', { name: 'By reason' })
  for (const [reason, all] of counts)
    await reasons.getByRole('button', { name: `${reason} ${all.length}` }).waitFor({ timeout: WITHIN_MS })
  const probe = page.getByRole('group', { name: 'By probe' }).getByRole('button', { name: enrolled.fqdn })
  const ofProbe = await probe.textContent()
  report.check('broken lines are counted by reason and by probe', ofProbe?.endsWith(' 5') ?? false, ofProbe ?? '')

  const rows = lettersIn(page)
  await rows.nth(broken.length).waitFor()
  await reasons.getByRole('button', { name: 'Not UTF-8' }).click()
  await rows.nth(3).waitFor({ state: 'detached' })
  await rows.nth(1).click()
  const bytes = await eventIn(page).textContent()
  report.check('what is not text is shown as bytes', bytes?.includes('7b ff 00 fe 7d') ?? false, bytes ?? '')
  await page.getByRole('button', { name: 'Close dead letter' }).click()
  await reasons.getByRole('button', { name: 'Not UTF-8' }).click()
  await rows.filter({ hasText: 'cut' }).click()
  const shown = await eventIn(page).textContent()
  report.check('a broken line is shown to the letter', shown === CUT_OFF, shown ?? '')
  await page.getByRole('button', { name: 'Runbook' }).click()
  await page.getByRole('dialog').getByRole('heading', { name: 'What to do' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Close dead letter' }).click()

  await page.getByRole('button', { name: 'Retry…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Retry 5 events' }).click()
  await page.getByText('5 events retried.').waitFor()
  await page.getByText('5 rejected again so far.').waitFor({ timeout: WITHIN_MS })
  for (const [reason, all] of counts) await reasons.getByRole('button', { name: `${reason} ${all.length}` }).waitFor()
  report.check('five were put back, and came back dead of the same', true)
  await page.getByRole('radio', { name: 'Retried', exact: true }).click()
  await rows.nth(broken.length).waitFor()
  report.check('those that were put back are still shown apart', true, `${(await rows.count()) - 2} letters`)

  await fromHealth(page)
  report.check('the alarm of the health page leads to them', true)

  await using visit = await openVisit(browser, operator)
  await signIn(visit.page, operator, '/ui/dead-letters')
  await lettersIn(visit.page).nth(broken.length).waitFor()
  const retries = await visit.page.getByRole('button', { name: 'Retry…' }).count()
  report.check('an operator sees them, and no button that would be refused', retries === 0, `${retries} buttons`)
}

/** The rows between the header row and the footer. */
function lettersIn(page: Page): Locator {
  return page.getByRole('grid', { name: 'Dead letters' }).getByRole('row')
}

function eventIn(page: Page): Locator {
  return page.getByRole('complementary').getByRole('region', { name: 'Content of the event' })
}

async function fromHealth(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'System health', exact: true }).click()
  await page.getByRole('link', { name: 'Show dead letters' }).click({ timeout: WITHIN_MS })
  await page.getByRole('heading', { level: 1, name: 'Dead letters' }).waitFor()
}
