import type { ChildState } from './supervision.ts'

/** A page to scrape, in the format of Prometheus' HTTP service discovery. */
export interface ScrapeTarget {
  targets: [string]
  labels: Record<string, string>
}

/**
 * All metrics pages behind this supervisor: its own, and that of each service through its proxy. All under one host and
 * port.
 */
export function scrapeTargets(children: readonly ChildState[], address: string): ScrapeTarget[] {
  return [
    { targets: [address], labels: { __metrics_path__: '/metrics', role: 'appliance', process: 'appliance' } },
    ...children.map(
      ({ name, service }): ScrapeTarget => ({
        targets: [address],
        labels: { __metrics_path__: `/metrics/${name}`, role: service, process: name },
      }),
    ),
  ]
}
