import type { Delivery } from '../delivery.ts'
import type { FileFigures } from '../files/file-delivery.ts'
import type { PossibleLoss } from './losses.ts'
import type { SuricataFacts } from './suricata-facts.ts'

/** The report that is sent to the gateway every few seconds. */
export interface HealthReport {
  agent_version: string
  host_time: string
  suricata_version: string | null
  ruleset_version: string | null
  capture: SuricataFacts['capture']
  eve: { file: string; unread_bytes: number; held_files: number; held_bytes: number }
  spool: { bytes: number; limit_bytes: number; batches: number; is_full: boolean }
  lag_seconds: number
  events_read: number
  events_acknowledged: number
  possible_losses: readonly PossibleLoss[]
  files: FileFigures
  memory_bytes: number
}

export interface HealthSources {
  version: string
  eveFile: string
  spoolLimitBytes: number
  delivery: Pick<Delivery, 'figures' | 'losses'>
  files: { figures(): FileFigures }
  suricata: { read(): Promise<SuricataFacts> }
  isDiskFull(): boolean
  now(): number
}

export async function healthReport(sources: HealthSources): Promise<HealthReport> {
  const { version, eveFile, spoolLimitBytes, delivery, files, suricata, isDiskFull, now } = sources
  const figures = await delivery.figures()
  const facts = await suricata.read()
  return {
    agent_version: version,
    host_time: new Date(now()).toISOString(),
    suricata_version: facts.version,
    ruleset_version: facts.ruleset,
    capture: facts.capture,
    eve: {
      file: eveFile,
      unread_bytes: figures.unreadBytes,
      held_files: figures.heldFiles,
      held_bytes: figures.heldBytes,
    },
    spool: {
      bytes: figures.bytes,
      limit_bytes: spoolLimitBytes,
      batches: figures.batches,
      is_full: figures.isFull || isDiskFull(),
    },
    lag_seconds: Math.round(figures.lagMs / 100) / 10,
    events_read: figures.read,
    events_acknowledged: figures.acknowledged,
    possible_losses: delivery.losses.list(),
    files: files.figures(),
    memory_bytes: process.memoryUsage.rss(),
  }
}
