import type { Attributes } from '@opentelemetry/api'
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus'
import { MeterProvider } from '@opentelemetry/sdk-metrics'

export type Metrics = ReturnType<typeof createMetrics>
export interface Counter {
  add(value: number, attributes?: Attributes): void
}
export interface Histogram {
  record(value: number, attributes?: Attributes): void
}

/** Upper bounds, in seconds, that serve both a 1 ms search and a 60 s stall. */
const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** The figures of one role. Every name starts with `watchpost_`; labels stay few and bounded. */
export function createMetrics(role: string) {
  const exporter = new PrometheusExporter({ preventServerStart: true })
  const provider = new MeterProvider({ readers: [exporter] })
  const meter = provider.getMeter('watchpost')
  const serializer = new PrometheusSerializer('', false, undefined, true, true)

  return {
    role,
    counter: (name: string, description: string): Counter => meter.createCounter(`watchpost_${name}`, { description }),
    seconds: (name: string, description: string): Histogram =>
      meter.createHistogram(`watchpost_${name}`, {
        description,
        advice: { explicitBucketBoundaries: secondsBuckets },
      }),
    /** `read` is asked at each scrape; it answers one value, or one per set of labels. */
    gauge(name: string, description: string, read: () => number | Array<[number, Attributes]>): void {
      meter.createObservableGauge(`watchpost_${name}`, { description }).addCallback((result) => {
        const value = read()
        if (typeof value === 'number') result.observe(value)
        else for (const [each, attributes] of value) result.observe(each, attributes)
      })
    },
    async text(): Promise<string> {
      const { resourceMetrics } = await exporter.collect()
      return serializer.serialize(resourceMetrics)
    },
    stop: () => provider.shutdown(),
  }
}
