import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A metric as declared in the code. */
export interface CataloguedMetric {
  /** The full name, with `watchpost_`. */
  name: string
  kind: 'counter' | 'gauge' | 'histogram'
  labels: string[]
  /** The services that expose it. */
  services: string[]
  description: string
}

/** The functions that declare metrics, and the type of each. */
const kinds = { counter: 'counter', total: 'counter', gauge: 'gauge', seconds: 'histogram' } as const

const services = ['appliance', 'gateway', 'indexer', 'clusters', 'exporter', 'api']
const root = join(import.meta.dirname, '../..')

const CALL = /\bmetrics\.(counter|total|gauge|seconds)\(/g
const DECLARATION =
  /\bmetrics\.(counter|total|gauge|seconds)\(\s*'([a-z0-9_]+)',\s*('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")(?:,\s*\[([^\]]*)\])?/g

/** All metrics of all services, read from the sources. A metric that is not declared with literals is an error. */
export function readMetricCatalogue(): CataloguedMetric[] {
  const files = globSync('{apps,packages}/*/src/**/*.ts', { cwd: root })
    .filter((path) => !path.endsWith('.test.ts') && !path.startsWith('apps/simulate'))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  const found = new Map<string, CataloguedMetric>()
  for (const { path, text } of files) {
    const declared = [...text.matchAll(DECLARATION)]
    const calls = [...text.matchAll(CALL)].length
    if (declared.length !== calls) throw new Error(`${path}: a metric is declared by something else than literals`)
    for (const [, method = '', name = '', description = '', labels = ''] of declared) {
      add(found, {
        name: `watchpost_${name}`,
        kind: kinds[method as keyof typeof kinds],
        labels: [...labels.matchAll(/'(\w+)'/g)].map(([, label = '']) => label),
        services: servicesOf(path, text, files),
        description: description.slice(1, -1).replaceAll(/\\(.)/g, '$1'),
      })
    }
  }
  return [...found.values()].toSorted((a, b) => a.name.localeCompare(b.name))
}

function add(found: Map<string, CataloguedMetric>, metric: CataloguedMetric): void {
  const isCounter = metric.kind === 'counter'
  if (isCounter !== metric.name.endsWith('_total'))
    throw new Error(`${metric.name}: counters, and they alone, end in _total`)
  const known = found.get(metric.name)
  if (known && (known.kind !== metric.kind || known.description !== metric.description)) {
    throw new Error(`${metric.name} is declared twice, and differently`)
  }
  found.set(metric.name, { ...metric, services: [...new Set([...(known?.services ?? []), ...metric.services])] })
}

/**
 * The services of a metric: the app that declares it or, for a package, every app that calls the declaring function.
 * Process metrics belong to all services.
 */
function servicesOf(path: string, text: string, files: readonly { path: string; text: string }[]): string[] {
  const [group, name = ''] = path.split('/')
  if (group === 'apps') return [name]
  if (path.endsWith('/process-metrics.ts')) return services
  const doors = [...text.matchAll(/^export (?:async )?function (\w+)/gm)].map(([, each = '']) => each)
  const used = services.filter((service) =>
    files.some(
      (file) => file.path.startsWith(`apps/${service}/`) && doors.some((each) => file.text.includes(`${each}(`)),
    ),
  )
  if (used.length === 0) throw new Error(`${path} declares metrics, and no service uses it`)
  return used
}
