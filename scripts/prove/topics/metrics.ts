import type { MetricsPart } from '../metrics/metrics.ts'
import type { Proof } from '../command/proof.ts'

export const metrics: Proof<MetricsPart> = {
  topic: 'metrics',
  description: 'metrics in a real Netdata and Prometheus: values, failures and their alerts, traces, cost',
  parts: {
    rules: 'alert rules fire and stay quiet as they should, by promtool',
    interface: 'values leave by the chosen network interface',
    catalogue: 'every documented metric exists, and no other',
    streamed: 'values arrive at the Netdata parent, and again after it was away',
    values: 'the parent shows what the services counted',
    traces: 'an event and a search can be followed through all services',
    alerts: 'each failure raises its alert and no other',
    cost: 'processor time of scraping, streaming and tracing',
  },
  full: { amount: '100,000 events for cost, 8 turns', duration: 'about an hour' },
  small: { amount: '20,000 events for cost, 1 turn', duration: '3 minutes without alerts and cost' },
  options: { events: 'events of each turn for cost (100000; 20000 with --ci)' },
  run: async (options) => (await import('../metrics/metrics.ts')).proveMetrics(options),
}
