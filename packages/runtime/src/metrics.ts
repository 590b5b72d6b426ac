import type { ObservableResult } from '@opentelemetry/api'
import { PrometheusSerializer } from '@opentelemetry/exporter-prometheus'
import { AggregationTemporality, InstrumentType, MeterProvider, MetricReader } from '@opentelemetry/sdk-metrics'
import { observeProcess } from './process/process-metrics.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** A value for each label that the metric was declared with. */
export type Labels<L extends string> = Readonly<Record<L, string | number>>
type Labelled<L extends string> = [L] extends [never] ? [] : [labels: Labels<L>]

export interface Counter<L extends string = never> {
  add(value: number, ...labels: Labelled<L>): void
}
export interface Histogram<L extends string = never> {
  record(value: number, ...labels: Labelled<L>): void
}
/** Called at each scrape: one value, or one for each set of labels. Undefined means no value. */
export type ReadGauge<L extends string> = () => number | undefined | Array<readonly [number, Labels<L>]>

/** Upper bounds, in seconds, that serve both a 1 ms search and a 60 s stall. */
const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/**
 * Collects metrics for one scrape. A gauge exports only what was observed for this scrape: the standard reader keeps
 * exporting the last value of labels that are gone, and an alert on them would never end.
 */
class PageReader extends MetricReader {
  constructor() {
    super({
      aggregationTemporalitySelector: (type) =>
        type === InstrumentType.OBSERVABLE_GAUGE ? AggregationTemporality.DELTA : AggregationTemporality.CUMULATIVE,
    })
  }

  protected override async onForceFlush(): Promise<void> {}
  protected override async onShutdown(): Promise<void> {}
}

/**
 * The metrics of one service. Every name starts with `watchpost_`; labels are declared, few and bounded. Name,
 * description and labels are literals at each call: `docs/metrics.md` is generated from them.
 */
export function createMetrics(service: string) {
  const reader = new PageReader()
  const provider = new MeterProvider({ readers: [reader] })
  const meter = provider.getMeter('watchpost')
  const toCount: (() => void)[] = []
  const serializer = new PrometheusSerializer('', false, undefined, true, true)

  function observe<L extends string>(read: ReadGauge<L>): (result: ObservableResult) => void {
    return (result) => {
      const value = read()
      if (typeof value === 'number') result.observe(value)
      else for (const [each, labels] of value ?? []) result.observe(each, labels)
    }
  }

  const metrics = {
    service,
    counter<const L extends string = never>(name: string, description: string, labels: readonly L[] = []): Counter<L> {
      const counter = meter.createCounter(`watchpost_${name}`, { description })
      // Export 0 from the start: Prometheus sees no increase if a counter appears with its first count.
      if (labels.length === 0) counter.add(0)
      return counter
    },
    seconds: <const L extends string = never>(
      name: string,
      description: string,
      _labels: readonly L[] = [],
    ): Histogram<L> =>
      meter.createHistogram(`watchpost_${name}`, {
        description,
        advice: { explicitBucketBoundaries: secondsBuckets },
      }),
    /** `read` is called at each scrape. */
    gauge<const L extends string = never>(
      name: string,
      description: string,
      labels: readonly L[],
      read: ReadGauge<L>,
    ): void {
      void labels
      meter.createObservableGauge(`watchpost_${name}`, { description }).addCallback(observe(read))
    },
    /** A counter that is maintained elsewhere; `read` is called at each scrape. */
    total(name: string, description: string, read: () => number): void {
      meter.createObservableCounter(`watchpost_${name}`, { description }).addCallback(observe(read))
    },
    /** Calls `count` at the beginning of each scrape, for what is counted in batches. */
    beforeText(count: () => void): void {
      toCount.push(count)
    },
    async text(): Promise<string> {
      for (const count of toCount) count()
      const { resourceMetrics } = await reader.collect()
      return serializer.serialize(resourceMetrics)
    },
    stop: () => provider.shutdown(),
  }
  observeProcess(metrics)
  return metrics
}
