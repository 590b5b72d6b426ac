import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { alertName, alertRules } from '../../gen/alerts/alert-rules.ts'
import type { Report } from '../harness/report.ts'
import { ruleCases, ruleTests } from './rule-cases.ts'
import { watchersRoot } from './receivers/watcher.ts'

const run = promisify(execFile)

/** Tests every rule with Prometheus's own tool: quiet when healthy, firing in the failure, quiet again afterwards. */
export async function proveRules(report: Report): Promise<void> {
  const cases = Object.keys(ruleCases)
  const missing = alertRules.filter(({ slug }) => !cases.includes(slug)).map(({ slug }) => slug)
  report.check('every rule has a case', missing.length === 0 && cases.length === alertRules.length, missing.join(', '))
  const names = new Map(alertRules.map((rule) => [rule.slug, alertName(rule)]))
  const folder = mkdtempSync(join(tmpdir(), 'rules-'))
  const file = join(folder, 'tests.yml')
  writeFileSync(
    file,
    ruleTests(resolve('deploy/prometheus/watchpost-alerts.yml'), (slug) => names.get(slug) ?? slug),
  )
  const root = watchersRoot()
  const env = { ...process.env, LD_LIBRARY_PATH: join(root, 'usr/lib/x86_64-linux-gnu') }
  try {
    await run(join(root, 'usr/bin/promtool'), ['test', 'rules', file], { env })
    report.check('each fires in its failure and is quiet before and after', true, `${cases.length} rules`)
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    report.check('each fires in its failure and is quiet before and after', false, `${stdout}${stderr}`.slice(0, 4_000))
  }
  rmSync(folder, { recursive: true })
}
