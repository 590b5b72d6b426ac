import type { PartitionProgress } from '@watchpost/log'
import type { Logger, Metrics } from '@watchpost/runtime'
import type { Generation } from '@watchpost/store'
import { createLoadMeter, type LoadPorts } from './load-meter.ts'
import { createRefreshPace, type RefreshPacePorts } from './refresh-pace.ts'
import { createSegmentMerger, type SegmentMergerPorts } from './segment-merger.ts'
import { createUpkeep } from './upkeep.ts'
import type { UpkeepConfig } from './upkeep-config.ts'
import { createUpkeepTelemetry, observeLoad } from './upkeep-telemetry.ts'

export interface UpkeepParts {
  engine: SegmentMergerPorts['engine'] & Pick<RefreshPacePorts, 'setRefresh'> & Pick<LoadPorts, 'processorShare'>
  progress(): Promise<ReadonlyMap<number, PartitionProgress>>
  generations(): Promise<Generation[]>
  retention(): Promise<{ diskLimit: number }>
  isLeading(): boolean
  logger: Logger
  metrics: Metrics
}

/** Builds the work of the leader that depends on load. */
export function composeUpkeep(
  { engine, progress, generations, retention, isLeading, logger, metrics }: UpkeepParts,
  config: UpkeepConfig & { refreshSeconds: number },
  now: () => number = Date.now,
) {
  const pace = createRefreshPace(
    {
      openGenerations: async () => (await generations()).filter((each) => !each.isSealed),
      setRefresh: engine.setRefresh,
      logger,
    },
    config,
    now,
  )
  const merger = createSegmentMerger(
    {
      engine,
      sealedGenerations: async () => (await generations()).filter((each) => each.isSealed && !each.isRemoved),
      diskLimit: async () => (await retention()).diskLimit,
      telemetry: createUpkeepTelemetry({ metrics, logger, isLeading }),
    },
    config,
    now,
  )
  const meter = createLoadMeter({ progress, processorShare: engine.processorShare }, now)
  const upkeep = createUpkeep({ meter, pace, merger, logger }, now)
  observeLoad({ metrics, isLeading, load: upkeep.load, eventSeconds: pace.eventSeconds })
  return upkeep
}
