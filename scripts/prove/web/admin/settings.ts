import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { httpsCall } from '../../accounts/https-call.ts'
import type { AdminOptions } from './admin.ts'

const AGE = 1_200

/** The session age is changed on the page and applies to the next login; an invalid value is rejected at its field. */
export async function proveSettings({ report, stack, door }: AdminOptions, page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  const field = page.getByLabel('Session lifetime', { exact: true })
  await field.fill('20')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('must be >= 300').waitFor()
  report.check('a refused value is told next to its field, in the words of the API', true)
  await field.fill(String(AGE))
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Settings saved').waitFor()
  const { username, password } = door
  const { headers } = await httpsCall({
    port: stack.state.config.apiPort,
    ca: readFileSync(stack.folder.ca, 'utf8'),
    method: 'POST',
    path: '/api/auth/login',
    body: { username, password },
  })
  const seconds = Number(headers['expires-in'])
  report.check('the session age holds for the next login', seconds <= AGE && seconds > AGE - 60, `${seconds} s`)
  await page.getByRole('button', { name: 'Session lifetime: reset to default' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Session lifetime: reset to default' }).waitFor({ state: 'detached' })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download authority (PEM)' }).click(),
  ])
  const pem = readFileSync(await download.path(), 'utf8')
  const isSame = pem.trim() === readFileSync(stack.folder.ca, 'utf8').trim()
  report.check('the authority that is downloaded is that of the appliance', isSame)
}
