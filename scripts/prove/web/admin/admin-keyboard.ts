import { type Door, openVisit, signIn } from '../browser.ts'
import { troublesOf } from '../page-watch.ts'
import { tabTo } from '../tab-to.ts'
import { untilComplete } from '../until-complete.ts'
import type { AdminOptions } from './admin.ts'

const NAME = 'kay.keyboard'
const FQDN = 'sensor-by-keyboard.example.test'

/** The most frequent administration tasks by keyboard alone, with the focus always visible. */
export async function proveAdminKeyboard({ report, browser }: AdminOptions, door: Door): Promise<void> {
  await using visit = await openVisit(browser, door)
  const { page, watch } = visit
  const { keyboard } = page
  await signIn(page, door)
  const open = async (key: string, title: string) => {
    await keyboard.press('g')
    await keyboard.press(key)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await untilComplete(page)
  }

  await open('p', 'Probes')
  const hidden = await tabTo(page, page.getByRole('button', { name: 'Add probe' }))
  await keyboard.press('Enter')
  await page.getByLabel('Host name (FQDN)').waitFor()
  await keyboard.type(FQDN)
  await keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: FQDN })
  await dialog.getByRole('status', { name: 'Command' }).waitFor()
  await keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: FQDN }).waitFor()
  report.check('a probe is added by keyboard', true)

  await open('u', 'Users')
  hidden.push(...(await tabTo(page, page.getByRole('button', { name: 'Add user' }))))
  await keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Add user' })
  await form.getByLabel('User name').waitFor()
  await keyboard.type(NAME)
  await keyboard.press('Enter')
  await page.getByRole('dialog', { name: `${NAME} can sign in now` }).waitFor()
  await keyboard.press('Escape')
  await page.getByRole('row', { name: NAME }).waitFor()
  report.check('a user is added by keyboard', true)

  for (const [key, title] of [
    ['h', 'System health'],
    ['e', 'Exports'],
    ['k', 'API keys'],
    ['t', 'Settings'],
    ['d', 'Audit'],
  ] as const)
    await open(key, title)
  report.check('keys lead to every page about the appliance', true)
  report.check('where one is can always be seen by administrators', hidden.length === 0, hidden.slice(0, 3).join('; '))
  report.check('nothing went wrong in these pages by keyboard', troublesOf(watch) === '', troublesOf(watch))
}
