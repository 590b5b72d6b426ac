import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { rulesFile } from './gen/alerts/rules-file.ts'
import { runbookIndex } from './gen/alerts/runbook-index.ts'
import { configPage } from './gen/config-page.ts'
import { engineRolesPage } from './gen/engine-roles-page.ts'
import { errorsPage } from './gen/errors-page.ts'
import { architecturePage } from './gen/architecture-page.ts'
import { withFilterTable } from './gen/filter-table.ts'
import { guideWithContents } from './gen/guide-contents.ts'
import { metricsPage } from './gen/metrics-page.ts'
import { settingsPage } from './gen/settings-page.ts'
import { scalePage, withSizing } from './gen/sizing-pages.ts'

/** Documents that are generated from the code, so that both always agree. */
const pages: Record<string, () => string> = {
  'ARCHITECTURE.md': architecturePage,
  'docs/config.md': configPage,
  'docs/engine-roles.md': engineRolesPage,
  'docs/errors.md': errorsPage,
  'docs/settings.md': settingsPage,
  'docs/metrics.md': metricsPage,
  'docs/runbooks/README.md': runbookIndex,
  ...contents('docs/guides/analyst.md'),
  'docs/guides/integrator.md': () => withFilterTable(guideWithContents('docs/guides/integrator.md')),
  'docs/guides/operator.md': () => withSizing(guideWithContents('docs/guides/operator.md')),
  'docs/scale.md': scalePage,
  'deploy/prometheus/watchpost-alerts.yml': rulesFile,
}

const root = join(import.meta.dirname, '..')
const isCheck = process.argv.includes('--check')
const stale: string[] = []

for (const [path, write] of Object.entries(pages)) {
  const file = join(root, path)
  const text = write()
  if (read(file) === text) continue
  stale.push(path)
  if (isCheck) continue
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

if (isCheck && stale.length > 0) {
  console.error(`out of date: ${stale.join(', ')}; run pnpm gen`)
  process.exitCode = 1
} else {
  console.log(stale.length > 0 ? `written: ${stale.join(', ')}` : 'nothing to write')
}

function contents(path: string): Record<string, () => string> {
  return { [path]: () => guideWithContents(path) }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
