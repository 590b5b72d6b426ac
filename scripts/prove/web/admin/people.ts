import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { httpsCall } from '../../accounts/https-call.ts'
import { type Door, openVisit, signIn } from '../browser.ts'
import { untilComplete } from '../until-complete.ts'
import type { AdminOptions } from './admin.ts'
import { proveReset } from './reset-page.ts'

const OWN_PASSWORD = 'nine copper kettles in the attic'
const everyPage = [
  'System health',
  'Probes',
  'Dead letters',
  'Exports',
  'Users',
  'API keys',
  'Settings',
  'Risk policy',
  'Audit',
]

/**
 * A user and a key are created and used, and no role sees actions that it may not perform. Returns the operator's
 * password.
 */
export async function proveAccounts(options: AdminOptions): Promise<string> {
  const { report, browser, door } = options
  await using visit = await openVisit(browser, door)
  const { page } = visit
  await signIn(page, door)
  const shown = await administration(page)
  report.check(
    'an administrator is shown every page',
    everyPage.every((name) => shown.includes(name)),
    shown.join(', '),
  )

  const operator = { ...door, username: 'olga.operator', password: await addUser(page, 'olga.operator', 'Operator') }
  const viewer = { ...door, username: 'vera.viewer', password: await addUser(page, 'vera.viewer', 'Viewer') }
  const auditor = { ...door, username: 'aude.auditor', password: await addUser(page, 'aude.auditor', 'Auditor') }
  await useKey(options, page)
  await checkRole(options, operator, [
    'System health',
    'Probes',
    'Dead letters',
    'Exports',
    'API keys',
    'Settings',
    'Risk policy',
  ])
  await checkRole(options, viewer, ['Risk policy'])
  await checkRole(options, auditor, ['System health', 'Audit'])
  await proveReset(options, page, { ...viewer, password: OWN_PASSWORD })
  return OWN_PASSWORD
}

/** Adds a user on the page; returns the password that it shows once. */
async function addUser(page: Page, name: string, role: string): Promise<string> {
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await page.getByRole('button', { name: 'Add user' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add user' })
  await dialog.getByLabel('User name').fill(name)
  await dialog.getByRole('radio', { name: role }).click()
  await dialog.getByRole('button', { name: 'Add user' }).click()
  const made = page.getByRole('dialog', { name: `${name} can sign in now` })
  const password = await made.getByRole('status', { name: 'Password' }).textContent()
  await made.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('row', { name }).getByText(role, { exact: true }).waitFor()
  return password ?? ''
}

/** Creates a key with one scope on the page; it allows that and nothing else. */
async function useKey({ report, stack }: AdminOptions, page: Page): Promise<void> {
  await page.getByRole('link', { name: 'API keys', exact: true }).click()
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create key' })
  await dialog.getByLabel('Name', { exact: true }).fill('connector')
  await dialog.getByRole('checkbox', { name: /^alerts:read/ }).press('Space')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const made = page.getByRole('dialog', { name: 'Key connector' })
  const key = (await made.getByRole('status', { name: 'Key' }).textContent()) ?? ''
  await made.getByRole('button', { name: 'Done' }).click()
  const ask = async (path: string) =>
    (
      await httpsCall({
        port: stack.state.config.apiPort,
        ca: readFileSync(stack.folder.ca, 'utf8'),
        path,
        headers: { 'api-key': key },
      })
    ).status
  const statuses = [await ask('/api/alerts?limit=1'), await ask('/api/users')]
  report.check('a scoped key does what its scope says and nothing else', statuses.join() === '200,403', statuses.join())
  await page.reload()
  await page.getByRole('row', { name: 'connector' }).getByText('127.0.0.1').waitFor()
  report.check('the page tells when and from where the key was used', true)
}

/** A user signs in for the first time and opens every page in the navigation. */
async function checkRole({ report, browser }: AdminOptions, who: Door, expected: string[]): Promise<void> {
  await using visit = await openVisit(browser, who)
  const { page } = visit
  const refused: string[] = []
  await page.goto('/ui/')
  await page.getByLabel('User name').fill(who.username)
  await page.getByLabel('Password').fill(who.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('Current password').fill(who.password)
  await page.getByLabel('New password', { exact: true }).fill(OWN_PASSWORD)
  await page.getByLabel('Repeat new password').fill(OWN_PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByRole('navigation', { name: 'Pages' }).waitFor()
  report.check(`${who.username} has to choose a password first`, true)

  page.on('response', (response) => {
    if (response.status() === 403) refused.push(`${response.request().method()} ${new URL(response.url()).pathname}`)
  })
  const shown = await administration(page)
  report.check(`${who.username} is shown no more than the role allows`, shown.join() === expected.join(), shown.join())
  const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
  // The first link is the product's name, which leads to the first page.
  const landing = await page.getByRole('heading', { level: 1 }).textContent()
  report.check(`${who.username} begins on a page of the navigation`, landing === (await links.nth(1).textContent()))
  for (const link of await links.all()) {
    await link.click()
    await untilComplete(page)
  }
  await page.goto('/ui/account')
  await untilComplete(page)
  report.check(`nothing that ${who.username} is shown is refused`, refused.length === 0, refused.join(', '))
  await page.goto('/ui/users')
  await page.getByText('This page needs rights that your account does not have').waitFor()
  const controls = await page.getByRole('main').getByRole('button').count()
  report.check(`a link to what ${who.username} may not see says so`, controls === 0, `${controls} buttons`)
}

async function administration(page: Page): Promise<string[]> {
  await untilComplete(page)
  return page.getByRole('group', { name: 'Administration' }).getByRole('link').allTextContents()
}
