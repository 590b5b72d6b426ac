import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { roleCharts } from '../../../apps/exporter/src/metrics/sampling/role-charts.ts'
import { wantedNames } from '../../../apps/exporter/src/metrics/sampling/wanted-names.ts'
import { readMetricCatalogue } from '../metric-catalogue.ts'
import { alertName, alertRules } from './alert-rules.ts'

const runbooks = join(import.meta.dirname, '../../../docs/runbooks')
const catalogue = new Map(readMetricCatalogue().map((each) => [each.name, each]))
/** Labels that Prometheus adds to every series, from our scrape targets. */
const everywhere = ['job', 'instance', 'role', 'process']

function metricOf(name: string) {
  const part = /_(?:bucket|sum|count)$/.exec(name)
  const whole = catalogue.get(name)
  if (whole) return whole.kind === 'histogram' ? undefined : whole
  const histogram = part ? catalogue.get(name.slice(0, part.index)) : undefined
  return histogram?.kind === 'histogram' ? histogram : undefined
}

test.each(alertRules)('$slug uses only metrics and labels that exist', ({ expr, summary }) => {
  const names = [...expr.matchAll(/\bwatchpost_\w+/g)].map(([name]) => name)
  expect(names.length > 0 || expr.startsWith('up{')).toBe(true)
  const labels = names.flatMap((name) => {
    const metric = metricOf(name)
    expect(metric, name).toBeDefined()
    return metric?.labels ?? []
  })
  const known = new Set([...labels, ...everywhere, 'le'])
  const matched = [...expr.matchAll(/\{([^}]*)\}/g)].flatMap(([, inside = '']) =>
    [...inside.matchAll(/(\w+)(?==)/g)].map(([label]) => label),
  )
  const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, inside = '']) => inside.split(/,\s*/))
  for (const label of [...matched, ...grouped]) expect(known, label).toContain(label)
  // A summary may only use labels that the expression keeps: with an aggregation, those it groups by.
  const isJoined = /\b(sum|min|max)\b/.test(expr)
  for (const [, label = ''] of summary.matchAll(/\$labels\.(\w+)/g))
    expect(isJoined ? grouped : [...known]).toContain(label)
})

test('every alert has a runbook and every runbook has an alert', () => {
  const pages = readdirSync(runbooks).filter((name) => name !== 'README.md')
  expect(pages.toSorted()).toEqual(alertRules.map(({ slug }) => `${slug}.md`).toSorted())
  for (const rule of alertRules) {
    const page = readFileSync(join(runbooks, `${rule.slug}.md`), 'utf8')
    expect(page).toMatch(new RegExp(`^# ${alertName(rule)}\\n`))
    for (const heading of ['## What it means', '## Impact', '## Find out', '## What to do']) {
      expect(page, rule.slug).toContain(`\n${heading}\n`)
    }
  }
})

test('runbooks mention only metrics, commands and pages that exist', () => {
  for (const { slug } of alertRules) {
    const page = readFileSync(join(runbooks, `${slug}.md`), 'utf8')
    for (const [name] of page.matchAll(/\bwatchpost_[a-z_]+/g)) {
      expect(catalogue.has(name) || metricOf(name) !== undefined, `${slug}: ${name}`).toBe(true)
    }
    for (const [, link = ''] of page.matchAll(/\]\(([^)#]+)[^)]*\)/g)) {
      expect(existsSync(join(runbooks, link)), `${slug}: ${link}`).toBe(true)
    }
  }
})

test('dashboards use only metrics that exist', () => {
  for (const name of wantedNames(roleCharts)) expect(metricOf(name), name).toBeDefined()
})
