import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { httpsCall } from '../../accounts/https-call.ts'
import { type Door, openVisit, signIn } from '../browser.ts'
import { untilComplete } from '../until-complete.ts'
import type { AdminOptions } from './admin.ts'

const ANY_SCORE = /^Score \d+/

/**
 * A number of the risk policy is changed in the page: examples are scored by it before it is saved, what is refused is
 * told beside its field, and the new version is listed. Who may not change the policy is offered no way to.
 */
export async function provePolicyPage(options: AdminOptions, page: Page, operator: Door): Promise<void> {
  const { report } = options
  await page.getByRole('link', { name: 'Risk policy' }).click()
  const example = page
    .getByRole('list', { name: 'Examples' })
    .getByRole('listitem')
    .filter({ hasText: 'Network' })
    .first()
  const before = await scoreOf(example)
  const versionBefore = await versionInForce(options)

  const network = page.getByRole('region', { name: 'Detector' }).getByLabel('Network')
  const points = Number(await network.inputValue())
  await network.fill(String(points - 7))
  const scored = example.getByRole('img', { name: `Score ${before} now, then ${before - 7}` })
  await scored.waitFor()
  const isUnsaved = (await versionInForce(options)) === versionBefore
  report.check('an example is scored by what is typed, before it is saved', isUnsaved, `${before} → ${before - 7}`)

  const networks = page.getByLabel('Networks, one a line')
  const known = await networks.inputValue()
  await networks.fill(`${known}\nnowhere`)
  await page
    .getByRole('region', { name: 'Own networks' })
    .getByText('nowhere: Write a network as 10.0.0.0/8.')
    .waitFor()
  const save = page.getByRole('button', { name: 'Save', exact: true })
  report.check('a wrong network is refused beside its field, in the words of the API', await save.isDisabled())

  await networks.fill(known)
  await page.getByText('nowhere: Write a network').waitFor({ state: 'detached' })
  await save.click()
  await page.getByText(`Version ${versionBefore + 1} applies to events from now on`).waitFor()
  const newest = page.getByRole('table', { name: 'Versions' }).getByRole('row').nth(1)
  const listed = (await newest.textContent()) ?? ''
  const isListed = listed.startsWith(`${versionBefore + 1}In force`) && listed.includes(options.door.username)
  report.check('the new version is listed with who made it', isListed, listed)
  report.check('the API has it too', (await versionInForce(options)) === versionBefore + 1)
  await checkReadOnly(options, operator)
}

/** What an example scores, now and then alike as long as nothing was changed. */
async function scoreOf(example: Locator): Promise<number> {
  const words = await example.getByRole('img', { name: ANY_SCORE }).first().getAttribute('aria-label')
  return Number(/\d+/.exec(words ?? '')?.[0])
}

async function versionInForce({ stack, door }: AdminOptions): Promise<number> {
  const api = { port: stack.state.config.apiPort, ca: readFileSync(stack.folder.ca, 'utf8') }
  const { username, password } = door
  const login = await httpsCall({ ...api, method: 'POST', path: '/api/auth/login', body: { username, password } })
  const { token } = JSON.parse(login.text) as { token: string }
  const { text } = await httpsCall({ ...api, path: '/api/risk-policy', headers: { 'api-key': token } })
  return (JSON.parse(text) as { version: number }).version
}

async function checkReadOnly({ report, browser }: AdminOptions, operator: Door): Promise<void> {
  await using visit = await openVisit(browser, operator)
  const { page } = visit
  await signIn(page, operator, '/ui/policy')
  await untilComplete(page)
  const field = page.getByRole('region', { name: 'Detector' }).getByLabel('Network')
  await field.waitFor()
  const isFixed = (await field.getAttribute('readonly')) !== null
  const ways = await page
    .getByRole('main')
    .getByRole('button', { name: /Save|Undo|Load|Add|Remove|Shipped/ })
    .count()
  report.check('who may not change the policy sees it, and no way to', isFixed && ways === 0, `${ways} buttons`)
}
