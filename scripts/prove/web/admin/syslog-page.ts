import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { waitUntil } from '@watchpost/servers'
import type { Page } from 'playwright-core'
import { makeCertificates } from '../../syslog/receivers/make-certificates.ts'
import { createRsyslog } from '../../syslog/receivers/receivers.ts'
import type { AdminOptions } from './admin.ts'
import type { Enrolled } from './enrolment.ts'

const SIGNATURE = 'WATCHPOST alert for the receiver'
const WITHIN_MS = 60_000

/**
 * A mutual TLS export to a real rsyslog is set on the page: its test succeeds, its line arrives, and every field is
 * cleared again.
 */
export async function proveSyslogPage(options: AdminOptions, page: Page, enrolled: Enrolled): Promise<void> {
  const { report, stack } = options
  execFileSync('scripts/prove/syslog/install-receivers', { stdio: 'inherit' })
  const folder = join(stack.folder.root, 'receiver-by-page')
  rmSync(folder, { recursive: true, force: true })
  const certificates = makeCertificates(join(folder, 'certificates'))
  const port = stack.state.config.apiPort + 2_000
  const rsyslog = createRsyslog(folder, certificates, [port, port + 1])
  await rsyslog.start()
  try {
    await setUp(page, rsyslog.tlsPort, certificates)
    report.check('host, port and certificate are set in the page', true)
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    const steps = page.getByRole('list', { name: 'Steps' }).getByRole('listitem')
    await page.getByText('All steps succeeded').waitFor({ timeout: WITHIN_MS })
    const names = await steps.allTextContents()
    report.check('a try of the export shows each step, all well', names.length === 5, names.join(' | '))
    await setFilters(page, enrolled.fqdn)
    enrolled.alert(SIGNATURE)
    await until(() => existsSync(rsyslog.output) && readFileSync(rsyslog.output, 'utf8').includes(SIGNATURE))
    report.check('an alert that passes the filters of the page arrives at a real rsyslog over TLS', true)
    await clearAll(page)
    report.check('filters and certificate are cleared in the page', true)
  } finally {
    await rsyslog.stop()
  }
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No exports yet.').waitFor()
}

async function setUp(page: Page, port: number, { ca, client }: ReturnType<typeof makeCertificates>): Promise<void> {
  await page.getByRole('link', { name: 'Exports', exact: true }).click()
  await page.getByRole('button', { name: 'Add export' }).click()
  const adding = page.getByRole('dialog', { name: 'Add syslog export' })
  await adding.getByLabel('Host name or IP address').fill('127.0.0.1')
  await adding.getByLabel('Port', { exact: true }).fill(String(port))
  await adding.getByRole('button', { name: 'Add export' }).click()
  await page.getByRole('heading', { level: 1, name: 'Syslog export' }).waitFor()
  await page.getByRole('button', { name: 'Set', exact: true }).click()
  const setting = page.getByRole('dialog', { name: 'Certificate of export' })
  await setting.getByLabel('Authorities of the receiver, PEM').fill(ca)
  await setting.getByLabel('Client certificate with chain, PEM').fill(client.cert)
  await setting.getByLabel('Its private key, PEM').fill(client.key)
  await setting.getByLabel('Name in the receiver’s certificate').fill('logserver.test')
  await setting.getByRole('button', { name: 'Save' }).click()
  const part = page.getByRole('region', { name: 'Certificate:' })
  await part.getByText('CN=sensor1.test, issued by CN=Log authority').waitFor()
  await part.getByText('logserver.test').waitFor()
}

async function setFilters(page: Page, fqdn: string): Promise<void> {
  const part = page.getByRole('region', { name: 'Filters:' })
  await part.getByLabel('IP addresses').fill('10.77.0.0/16\nno address')
  await part.getByRole('button', { name: 'Save' }).click()
  await part.getByText('Must be an IP address or CIDR network.').waitFor()
  await part.getByLabel('IP addresses').fill('10.77.0.0/16')
  await part.getByRole('checkbox', { name: fqdn }).press('Space')
  await part.getByRole('checkbox', { name: 'dns' }).press('Space')
  await part.getByRole('checkbox', { name: 'alert' }).press('Space')
  await part.getByLabel('Minimum risk').fill('1')
  await part.getByRole('button', { name: 'Save' }).click()
  await part.getByRole('button', { name: 'Clear all filters' }).waitFor()
  await page.reload()
  await part.getByRole('checkbox', { name: fqdn, checked: true }).waitFor()
  await part.getByRole('checkbox', { name: 'dns', checked: true }).waitFor()
}

async function clearAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clear all filters' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Clear all filters' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clear', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText('Not set.').waitFor()
}

async function until(holds: () => boolean): Promise<void> {
  if (!(await waitUntil(holds, { withinMs: WITHIN_MS, everyMs: 200 })))
    throw new Error('the line did not arrive at the receiver')
}
