import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { createNetdata } from '../../metrics/receivers/netdata.ts'
import type { AdminOptions } from './admin.ts'

const KEY = '5b7a2d1e-0c4f-4e7b-9a35-6d1f2c3b4a59'
const WITHIN_MS = 60_000

/** The metrics export to a real netdata is set on the page, tested, seen at the parent, and turned off again. */
export async function proveMetricsPage({ report, stack }: AdminOptions, page: Page): Promise<void> {
  execFileSync('scripts/prove/metrics/install-watchers', { stdio: 'inherit' })
  const port = stack.state.config.apiPort + 2_500
  const parent = createNetdata(join(stack.folder.root, 'netdata-by-page'), port)
  parent.allowKeys(KEY)
  await parent.start()
  try {
    await page.getByRole('link', { name: 'Exports', exact: true }).click()
    const part = page.getByRole('region', { name: 'Metrics export to Netdata' })
    await part.getByRole('checkbox', { name: /^Stream metrics/ }).press('Space')
    await part.getByLabel('IP address of the parent').fill('127.0.0.1')
    await part.getByLabel('Port', { exact: true }).fill(String(port))
    await part.getByLabel('Network interface').fill('lo')
    await part.getByRole('button', { name: 'Save' }).click()
    await part.getByText('Required with `enabled: true`.').waitFor()
    await part.getByLabel('Key', { exact: true }).fill(KEY)
    await part.getByRole('button', { name: 'Save' }).click()
    await part.getByText('Streaming', { exact: true }).waitFor({ timeout: WITHIN_MS })
    await part.getByRole('button', { name: 'Test', exact: true }).click()
    await part.getByText('All steps succeeded').waitFor({ timeout: WITHIN_MS })
    report.check('metrics are streamed to a real netdata, set and tried in the page', true)
    const end = Date.now() + WITHIN_MS
    while (!(await parent.hosts()).some(({ reachable }) => reachable)) {
      if (Date.now() > end) throw new Error('the parent knows no host')
      await sleep(500)
    }
    report.check('the parent shows the appliance as a host', true)
    await part.getByRole('checkbox', { name: /^Stream metrics/ }).press('Space')
    await part.getByRole('button', { name: 'Save' }).click()
    await part.getByText('Off', { exact: true }).waitFor({ timeout: WITHIN_MS })
    report.check('metrics are turned off in the page', true)
  } finally {
    await parent.stop()
  }
}
