import type { Page } from 'playwright-core'
import type { AdminOptions } from './admin.ts'

const TOLD_WITHIN_MS = 10_000
const BACK_WITHIN_MS = 120_000

/** A broker is stopped, and the page reports it with advice while an administrator watches. */
export async function proveHealthPage({ report, stack }: AdminOptions, page: Page): Promise<void> {
  const broker = stack.servers.find(({ name }) => name.startsWith('kafka'))
  if (!broker) throw new Error('this stack has no broker')
  await page.getByRole('link', { name: 'System health', exact: true }).click()
  const table = page.getByRole('table', { name: 'All parts' })
  await table.getByRole('row', { name: /^Kafka Good/ }).waitFor()
  const parts = await table.getByRole('row').allTextContents()
  const wanted = [
    'PostgreSQL',
    'Kafka',
    'OpenSearch',
    'gateway',
    'indexer',
    'clusters',
    'exporter',
    'api',
    'this machine',
    'probes',
    'coverage',
  ]
  const missing = wanted.filter((name) => !parts.some((row) => row.startsWith(name)))
  report.check(
    'the page tells of every service, server and disk, of probes and of coverage',
    missing.length === 0,
    missing.join(', '),
  )
  await broker.kill9()
  const stoppedAt = Date.now()
  const alarm = page.getByRole('alert').filter({ hasText: /^Kafka/ })
  await alarm.waitFor({ timeout: BACK_WITHIN_MS })
  const tookMs = Date.now() - stoppedAt
  const words = (await alarm.first().textContent()) ?? ''
  report.check('a broker that was stopped is told within 10 s', tookMs < TOLD_WITHIN_MS, `${tookMs} ms`)
  report.check('and what to do about it', words.includes('Start the brokers'), words)
  await page.getByRole('button', { name: 'Runbook for Kafka' }).click()
  await page.getByRole('dialog').getByRole('heading', { name: 'What to do' }).waitFor()
  await page.keyboard.press('Escape')
  await broker.start()
  await table.getByRole('row', { name: /^Kafka Good/ }).waitFor({ timeout: BACK_WITHIN_MS })
  report.check('the page opens the runbook, and tells when the broker is back', true)
}
