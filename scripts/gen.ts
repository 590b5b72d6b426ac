import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { rulesFile } from './gen/alerts/rules-file.ts'
import { runbookIndex } from './gen/alerts/runbook-index.ts'
import { configPage } from './gen/config-page.ts'
import { engineRolesPage } from './gen/engine-roles-page.ts'
import { errorsPage } from './gen/errors-page.ts'
import { architecturePage } from './gen/architecture-page.ts'
import { withFilterTable } from './gen/filter-table.ts'
import { withContents } from './gen/guide-contents.ts'
import { kafkaAclsPage } from './gen/kafka-acls-page.ts'
import { metricsPage } from './gen/metrics-page.ts'
import { withEngineSettings } from './gen/servers-page.ts'
import { settingsPage } from './gen/settings-page.ts'
import { withLimits, withOneMachine, withSizing } from './gen/sizing-pages.ts'

const root = join(import.meta.dirname, '..')
const OPERATOR = 'docs/guides/operator'

/** Documents that are generated from the code, so that both always agree. */
const pages: Record<string, () => string> = {
  'ARCHITECTURE.md': architecturePage,
  'docs/config.md': configPage,
  'docs/engine-roles.md': engineRolesPage,
  'docs/errors.md': errorsPage,
  'docs/settings.md': settingsPage,
  'docs/metrics.md': metricsPage,
  'docs/kafka-acls.md': kafkaAclsPage,
  'docs/runbooks/README.md': runbookIndex,
  ...edited('docs/guides/analyst.md', withContents),
  ...edited('docs/guides/integrator.md', withContents, withFilterTable),
  ...Object.assign({}, ...readdirSync(join(root, OPERATOR)).map((name) => edited(`${OPERATOR}/${name}`, withContents))),
  ...edited(`${OPERATOR}/servers.md`, withContents, withEngineSettings),
  ...edited(`${OPERATOR}/sizing.md`, withOneMachine, withSizing),
  ...edited('docs/scale.md', withContents, withOneMachine, withSizing, withLimits),
  'deploy/prometheus/watchpost-alerts.yml': rulesFile,
}

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

/** A page that is written by hand, with parts that are generated. */
function edited(path: string, ...edits: ((page: string) => string)[]): Record<string, () => string> {
  return { [path]: () => edits.reduce((page, edit) => edit(page), readFileSync(join(root, path), 'utf8')) }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
