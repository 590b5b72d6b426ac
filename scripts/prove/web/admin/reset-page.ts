import type { Page } from 'playwright-core'
import { type Door, openVisit, signIn } from '../browser.ts'
import type { AdminOptions } from './admin.ts'

/** An administrator resets a user's password and removes the keys; the user's open page asks to sign in again. */
export async function proveReset({ report, browser }: AdminOptions, page: Page, user: Door): Promise<void> {
  await using visit = await openVisit(browser, user)
  await signIn(visit.page, user)
  await visit.page.getByRole('navigation', { name: 'Pages' }).waitFor()

  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await page.getByRole('button', { name: `Actions for ${user.username}` }).click()
  await page.getByRole('menuitem', { name: 'New password' }).click()
  const dialog = page.getByRole('dialog', { name: `Set a new password for ${user.username}?` })
  await dialog.getByRole('checkbox', { name: /^Also remove the API keys/ }).press('Space')
  await dialog.getByRole('button', { name: 'New password' }).click()
  const made = page.getByRole('dialog', { name: `${user.username} can sign in now` })
  const words = (await made.getByText('The account has no working API keys.').textContent()) ?? ''
  report.check('a new password says what it ended and which keys work', /^\d+ sessions? ended\./.test(words), words)
  await made.getByRole('button', { name: 'Done' }).click()

  const link = visit.page.getByRole('link', { name: 'Alerts', exact: true })
  // The page may have noticed by itself, with its next request.
  if (await link.isVisible()) await link.click()
  await visit.page.getByText('Your session has ended').waitFor()
  await visit.page.getByLabel('Password').waitFor()
  report.check('the page of a session that ended asks to sign in again', true)
}
