import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Report } from '../harness/report.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const LEAST_PERCENT = 95
const COMMAND =
  'node_modules/vitest/vitest.mjs run --project unit packages/query-guard --reporter=dot --coverage.enabled ' +
  '--coverage.include=packages/query-guard/src/** --coverage.exclude=**/fixtures/** --coverage.reporter=json-summary'

interface Summary {
  total: Record<'statements' | 'branches', { pct: number }>
}

/** Runs the guard's own tests and checks their code coverage. */
export async function checkCoverage(report: Report): Promise<void> {
  report.step('coverage by the unit tests of the guard')
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-coverage-'))
  try {
    const args = [...COMMAND.split(' '), `--coverage.reportsDirectory=${folder}`]
    const code = await ended(args)
    report.check("the guard's unit tests pass", code === 0)
    const { total } = JSON.parse(readFileSync(join(folder, 'coverage-summary.json'), 'utf8')) as Summary
    const { statements, branches } = total
    const isCovered = Math.min(statements.pct, branches.pct) >= LEAST_PERCENT
    report.check(
      `${LEAST_PERCENT}% of statements and branches are covered`,
      isCovered,
      `${statements.pct}% and ${branches.pct}%`,
    )
    report.figure('coverage_statements', statements.pct)
    report.figure('coverage_branches', branches.pct)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function ended(args: readonly string[]): Promise<number | null> {
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('exit', done)
  })
}
