import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Report } from '../../../harness/report.ts'

const CHART = 'deploy/chart'
const CASES = join(import.meta.dirname, 'values')
const KUBERNETES = '1.35.4'

/** Values for which the chart is checked; `own` has none but the defaults. */
const cases = ['defaults', 'existing-servers', 'external-secrets', 'minimal'] as const
/** Values that the schema of the chart has to refuse, and what its message names. */
const refused = {
  'services.gateway.replicas=0': 'replicas',
  'services.gateway.replica=2': 'replica',
  'settings.STORE_URL=x': 'STORE_URL',
  'postgresql.bundled=false': 'url',
  'services.api.replicas=2': 'replicas',
  'secrets.external.enabled=true': 'storeName',
}

/** helm lint, strict kubeconform, and the schema of the values. */
export function proveChart(report: Report, tools: string): void {
  for (const name of cases) {
    const values = ['--values', join(CASES, `${name}.yaml`)]
    const lint = helm(tools, 'lint', '--strict', CHART, ...values)
    report.check(`helm lint --strict: ${name}`, lint.status === 0, lint.status === 0 ? '' : lint.output)
    const rendered = render(tools, values)
    const options = ['-strict', '-summary', '-kubernetes-version', KUBERNETES, '-schema-location', location(tools)]
    const { status, stdout } = spawnSync(join(tools, 'bin/kubeconform'), options, { input: rendered, encoding: 'utf8' })
    const isWhole = status === 0 && /Skipped: 0\b/.test(stdout)
    report.check(`kubeconform -strict: ${name}`, isWhole, stdout.trim().split('\n').at(-1))
  }
  const accepted = Object.entries(refused).flatMap(([set, part]) => {
    const { status, output } = helm(tools, 'lint', CHART, '--set', set)
    return status !== 0 && output.includes(part) ? [] : [set]
  })
  report.check('the schema refuses wrong values', accepted.length === 0, accepted.join(', '))
  proveSecurity(report, tools)
}

/** A misspelt field must be found, or the check above would show nothing. */
export function proveStrict(report: Report, tools: string): void {
  const wrong = render(tools, []).replace('readOnlyRootFilesystem:', 'readOnlyRootFileSystem:')
  const options = ['-strict', '-schema-location', location(tools)]
  const { status, stdout } = spawnSync(join(tools, 'bin/kubeconform'), options, { input: wrong, encoding: 'utf8' })
  report.check('kubeconform finds a misspelt field', status !== 0 && stdout.includes('readOnlyRootFileSystem'), '')
}

function proveSecurity(report: Report, tools: string): void {
  const documents = render(tools, []).split(/^---$/m)
  const kinds = documents.map((text) => /^kind: (\w+)$/m.exec(text)?.[1]).filter((kind) => kind !== undefined)
  const count = (kind: string) => kinds.filter((each) => each === kind).length
  const pods = documents.filter((text) => /^kind: (Deployment|StatefulSet|Job)$/m.test(text))
  const containers = pods.flatMap((text) => text.match(/^ +image: /gm) ?? []).length
  const times = (text: string) => pods.flatMap((each) => each.match(new RegExp(text, 'g')) ?? []).length
  const isSecure =
    times('readOnlyRootFilesystem: true') === containers &&
    times('drop: \\[ALL\\]') === containers &&
    times('runAsNonRoot: true') === pods.length &&
    times('automountServiceAccountToken: false') === pods.length
  report.check(
    'every pod of the chart runs without rights',
    isSecure,
    `${containers} containers in ${pods.length} pods`,
  )
  const detail = `${count('Deployment')} deployments, ${count('PodDisruptionBudget')} budgets, ${count('NetworkPolicy')} policies`
  const isWhole = count('PodDisruptionBudget') === count('Deployment') && count('NetworkPolicy') === 10
  report.check('budgets and network policies for every service', isWhole, detail)
}

export function render(tools: string, values: readonly string[], release = 'watchpost'): string {
  return execFileSync(join(tools, 'bin/helm'), ['template', release, CHART, '--kube-version', KUBERNETES, ...values], {
    encoding: 'utf8',
  })
}

function helm(tools: string, ...args: string[]): { status: number; output: string } {
  const { status, stdout, stderr } = spawnSync(join(tools, 'bin/helm'), args, { encoding: 'utf8' })
  return { status: status ?? -1, output: `${stdout}${stderr}` }
}

function location(tools: string): string {
  return `${tools}/schemas/{{ .ResourceKind }}{{ .KindSuffix }}.json`
}
