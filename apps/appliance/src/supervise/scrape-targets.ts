import type { ChildState } from './supervisor.ts'

/** A page to scrape, as Prometheus' discovery over HTTP takes it. */
export interface ScrapeTarget {
  targets: [string]
  labels: Record<string, string>
}

/** Every page of metrics behind this supervisor: its own, and that of each role passed on. All at one address. */
export function scrapeTargets(children: readonly ChildState[], address: string): ScrapeTarget[] {
  return [
    { targets: [address], labels: { __metrics_path__: '/metrics', role: 'appliance', process: 'appliance' } },
    ...children.map(
      ({ name, role }): ScrapeTarget => ({
        targets: [address],
        labels: { __metrics_path__: `/metrics/${name}`, role, process: name },
      }),
    ),
  ]
}
