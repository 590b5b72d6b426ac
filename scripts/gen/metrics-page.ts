import { type CataloguedMetric, readMetricCatalogue } from './metric-catalogue.ts'

const titles: Record<string, string> = {
  gateway: 'Gateway',
  indexer: 'Indexer',
  clusters: 'Clusters',
  exporter: 'Exporter',
  api: 'API',
  appliance: 'Supervisor',
}

/** `docs/metrics.md`: every metric, by service. */
export function metricsPage(): string {
  const metrics = readMetricCatalogue()
  const several = metrics.filter((each) => each.services.length > 1)
  const sections = Object.entries(titles).map(([service, title]) =>
    section(
      title,
      metrics.filter((each) => each.services.length === 1 && each.services[0] === service),
    ),
  )
  return `${intro}\n${[...sections, section('Of several services', several, true)].join('\n')}`
}

function section(title: string, metrics: readonly CataloguedMetric[], isShared = false): string {
  const rows = metrics.map(({ name, kind, labels, services, description }) => {
    const shown = labels.length > 0 ? `\`${name}{${labels.join()}}\`` : `\`${name}\``
    const told =
      isShared && services.length < Object.keys(titles).length ? `${services.join(', ')}: ${description}` : description
    return `| ${shown} | ${kind} | ${told.replaceAll('|', '\\|')} |`
  })
  return `## ${title}\n\n| metric | kind | meaning |\n|---|---|---|\n${rows.join('\n')}\n`
}

const intro = `<!-- Written by \`pnpm gen\` from the sources: change it there. -->

# Metrics

All metrics that the internal ports serve at \`/metrics\`, in Prometheus' text format. A counter with labels appears with its first count, each set of values separately. A histogram has \`_bucket\`, \`_sum\` and \`_count\`, in seconds. Names and labels keep their meaning from one release to the next; what is added or removed is in the [changelog](../CHANGELOG.md).

How to scrape them, and which alerts there are, is in the [operator's guide](guides/operator/monitoring.md#health-and-metrics).
`
