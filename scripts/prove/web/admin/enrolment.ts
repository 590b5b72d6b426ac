import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { buildAgent } from '../../probes/agents/build-agent.ts'
import { createAgent } from '../../probes/agents/agent.ts'
import type { AdminOptions } from './admin.ts'

/** Far from the ids of simulated probes that may be added later. */
export const NUMBER = 900
const FQDN = 'sensor-by-page.example.test'
const SIGNATURE = 'WATCHPOST first alert of a new sensor'
const WITHIN_MS = 60_000
const newline = Buffer.from('\n')

/** A probe that was enrolled on the page, and its event file. */
export interface Enrolled extends AsyncDisposable {
  fqdn: string
  /** Writes an alert into the sensor's file. */
  alert(signature: string): void
  /** Writes any line into it. */
  write(line: string | Buffer): void
}

/**
 * An empty appliance guides the user to a first probe, and follows the real agent, enrolled with the displayed command,
 * to its first alert.
 */
export async function proveEnrolment({ report, stack }: AdminOptions, page: Page): Promise<Enrolled> {
  buildAgent()
  const dir = join(stack.folder.root, 'sensor-by-page')
  rmSync(dir, { recursive: true, force: true })
  const guide = page.getByRole('list', { name: 'Steps to the first alert' })
  await guide.getByText('You have your own password').waitFor()
  report.check('an empty appliance shows the first steps', true)
  await guide.getByRole('button', { name: 'Add probe' }).click()
  await page.getByLabel('Host name (FQDN)').fill(FQDN)
  await page.getByLabel('Number').fill(String(NUMBER))
  await page.getByRole('button', { name: 'Create pairing code' }).click()
  const dialog = page.getByRole('dialog', { name: FQDN })
  const command = (await dialog.getByRole('status', { name: 'Command' }).textContent()) ?? ''
  const [, appliance = '', code = ''] = /^watchpost-probe enrol --appliance (\S+) --code (\S+)$/.exec(command) ?? []
  const progress = dialog.getByRole('list', { name: 'Progress' })
  await progress.getByText('Waiting for the probe…').waitFor()
  report.check('the page shows the command and waits for the probe', code !== '', appliance)

  const agent = createAgent({ dir, appliance, fqdn: FQDN })
  const write = (line: string | Buffer) => appendFileSync(agent.eve, Buffer.concat([Buffer.from(line), newline]))
  const alert = (signature: string) => write(JSON.stringify(alertOf(signature)))
  appendFileSync(agent.eve, '')
  if (!(await agent.enrol(code))) throw new Error(`the agent could not enrol:\n${agent.lastWords()}`)
  await progress.getByText('The probe has its certificate').waitFor({ timeout: WITHIN_MS })
  await agent.start()
  await progress.getByText('Connected', { exact: true }).waitFor({ timeout: WITHIN_MS })
  alert(SIGNATURE)
  await progress.getByText('1 event arrived').waitFor({ timeout: WITHIN_MS })
  report.check('the page follows the real agent: paired, connected, first event', true)
  await page.keyboard.press('Escape')
  await guide.getByText('1 event arrived').waitFor({ timeout: WITHIN_MS })
  await guide.getByText('First alert received').waitFor({ timeout: WITHIN_MS })
  await guide.getByRole('button', { name: 'View the first alert' }).click()
  await page.getByRole('heading', { level: 1, name: 'Alert', exact: true }).waitFor()
  await page.getByText(SIGNATURE).first().waitFor()
  report.check('the first steps lead to the first alert of the new probe', true)
  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  await page.getByRole('region', { name: 'Alerts over time' }).waitFor()
  report.check('after that the overview is what it is for', (await guide.count()) === 0)

  await page.getByRole('link', { name: 'Probes', exact: true }).click()
  await page.getByRole('link', { name: FQDN }).click()
  await page.getByRole('heading', { level: 2, name: FQDN }).waitFor()
  await page.getByRole('img', { name: 'Received: 1 of 1' }).waitFor()
  await page.getByRole('img', { name: 'Indexed: 1 of 1' }).waitFor({ timeout: WITHIN_MS })
  await page.getByText('Agent', { exact: true }).waitFor()
  report.check('its page draws the ledger and tells its health', true)
  await changeAndPause(page)
  report.check('limit and pause are set and taken back in the page', true)
  return { fqdn: FQDN, alert, write, [Symbol.asyncDispose]: () => agent.stop() }
}

async function changeAndPause(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Limit, events/s').fill('500')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('500 events/s at each gateway').waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click()
  await page.getByText('Paused', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByText('Paused', { exact: true }).waitFor({ state: 'detached' })
}

function alertOf(signature: string): object {
  return {
    timestamp: new Date().toISOString().replace('Z', '000+0000'),
    event_type: 'alert',
    flow_id: 77,
    src_ip: '10.77.0.7',
    src_port: 40_000,
    dest_ip: '203.0.113.77',
    dest_port: 80,
    proto: 'TCP',
    alert: { action: 'allowed', gid: 1, signature_id: 7_000_001, rev: 1, signature, category: 'Test', severity: 1 },
  }
}
