import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Door, launchBrowser, openVisit } from '../../../web/browser.ts'
import { APPLIANCE } from '../machine/machine-network.ts'

/**
 * Signs in with the first password, sets another one, and opens the alerts, as an administrator would in a browser.
 * Prints the row of the alert as JSON. The arguments are a folder with admin.json, which gets the new password, and the
 * text of the alert.
 */
const NEW_PASSWORD = 'first-alert-of-the-packages'
const [folder = '', alert = ''] = process.argv.slice(2)
const file = join(folder, 'admin.json')
const admin = JSON.parse(readFileSync(file, 'utf8')) as Pick<Door, 'username' | 'password'>
const door: Door = { origin: `https://${APPLIANCE.name}:8443`, ...admin }

await using browser = await launchBrowser([`--host-resolver-rules=MAP ${APPLIANCE.name} ${APPLIANCE.address}`])
await using visit = await openVisit(browser, door)
const { page } = visit
await page.goto('/ui/')
await page.getByLabel('User name').fill(door.username)
await page.getByLabel('Password').fill(door.password)
await page.getByRole('button', { name: 'Sign in' }).click()
await page.getByLabel('Current password').fill(door.password)
await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
await page.getByLabel('Repeat new password').fill(NEW_PASSWORD)
await page.getByRole('button', { name: 'Change password' }).click()
await page.getByRole('navigation', { name: 'Pages' }).waitFor()
writeFileSync(file, JSON.stringify({ ...admin, password: NEW_PASSWORD }))
await page.goto('/ui/alerts')
const row = page.getByRole('row').filter({ hasText: alert }).first()
await row.waitFor()
console.log(JSON.stringify({ shown: (await row.innerText()).replaceAll(/\s+/g, ' ') }))
