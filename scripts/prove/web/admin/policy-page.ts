import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { httpsCall } from '../../accounts/https-call.ts'
import { type Door, openVisit, signIn } from '../browser.ts'
import { untilComplete } from '../until-complete.ts'
import type { AdminOptions } from './admin.ts'

const NOW_THEN = /^Score (\d+) now, then (\d+)$/
/** An alert whose risk is neither so low nor so high that more points would have no effect. */
const TELLING = /Network(?:High|Medium)/
const MORE = 7

/**
 * Changes a number of the risk policy on the page: examples are scored before saving, errors appear at their field, and
 * the new version is listed. Accounts without the permission cannot edit the policy.
 */
export async function provePolicyPage(options: AdminOptions, page: Page, operator: Door): Promise<void> {
  const { report } = options
  await page.getByRole('link', { name: 'Risk policy', exact: true }).click()
  const versionBefore = await versionInForce(options)
  const network = page.getByRole('region', { name: 'Detector' }).getByLabel('Network')
  await network.fill(String(Number(await network.inputValue()) + MORE))
  const example = page.getByRole('list', { name: 'Examples' }).getByRole('listitem').filter({ hasText: TELLING })
  const words = await example.getByRole('img', { name: NOW_THEN }).first().getAttribute('aria-label')
  const [, now, then] = NOW_THEN.exec(words ?? '') ?? []
  const isScored = Number(then) - Number(now) === MORE && (await versionInForce(options)) === versionBefore
  report.check('an example is scored by what is typed, before it is saved', isScored, `${now} → ${then}`)

  const networks = page.getByLabel('Networks, one per line')
  const known = await networks.inputValue()
  await networks.fill(`${known}\nnowhere`)
  await page
    .getByRole('region', { name: 'Own networks' })
    .getByText('nowhere: Write a network as 10.0.0.0/8.')
    .waitFor()
  const save = page.getByRole('button', { name: 'Save', exact: true })
  report.check('a wrong network is refused next to its field, in the words of the API', await save.isDisabled())

  await networks.fill(known)
  await page.getByText('nowhere: Write a network').waitFor({ state: 'detached' })
  await save.click()
  await page.getByText(`Version ${versionBefore + 1} applies to new events`).waitFor()
  const newest = page.getByRole('table', { name: 'Versions' }).getByRole('row').nth(1)
  await newest.filter({ hasText: `${versionBefore + 1}Current` }).waitFor()
  const listed = (await newest.textContent()) ?? ''
  report.check('the new version is listed with who made it', listed.includes(options.door.username), listed)
  report.check('the API has it too', (await versionInForce(options)) === versionBefore + 1)
  await checkMeanwhile(options, page)
  await checkReadOnly(options, operator)
}

/** Another user saves a version during an edit: the second user is told, and the draft stays. */
async function checkMeanwhile(options: AdminOptions, page: Page): Promise<void> {
  const network = page.getByRole('region', { name: 'Detector' }).getByLabel('Network')
  const written = String(Number(await network.inputValue()) + 1)
  await network.fill(written)
  const api = await apiOf(options)
  const { policy, version } = JSON.parse((await api('GET', '/api/risk-policy')).text) as Version
  await api('PUT', '/api/risk-policy', policy)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(`${options.door.username} saved version ${version + 1} while you were editing`).waitFor()
  const isKept = (await network.inputValue()) === written && (await versionInForce(options)) === version + 1
  options.report.check('of two who change the policy the second is told, and loses nothing', isKept)
  await page.getByRole('button', { name: 'Keep my changes' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(`Version ${version + 2} applies to new events`).waitFor()
}

interface Version {
  version: number
  policy: unknown
}

async function versionInForce(options: AdminOptions): Promise<number> {
  const api = await apiOf(options)
  return (JSON.parse((await api('GET', '/api/risk-policy')).text) as Version).version
}

/** The API as the administrator calls it, outside the page. */
async function apiOf({ stack, door }: AdminOptions) {
  const api = { port: stack.state.config.apiPort, ca: readFileSync(stack.folder.ca, 'utf8') }
  const { username, password } = door
  const login = await httpsCall({ ...api, method: 'POST', path: '/api/auth/login', body: { username, password } })
  const { token } = JSON.parse(login.text) as { token: string }
  return (method: string, path: string, body?: unknown) =>
    httpsCall({ ...api, method, path, body, headers: { 'api-key': token } })
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
