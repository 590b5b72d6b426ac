import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@watchpost/runtime'
import type { Analysis } from './analyze-loop.ts'
import type { AnalyzerTelemetry } from './telemetry.ts'

export interface LeadAnalysisPorts {
  /** Runs the work while this copy, and no other, leads; answers false at once when another does. */
  lead(work: (assertLeading: () => Promise<void>) => Promise<void>): Promise<boolean>
  /** Anew for each time of leading: what another copy did meanwhile is not known here. */
  beginAnalysis(stop: AbortSignal): Analysis
  /** Removes clusters whose alerts are gone. */
  sweep(): Promise<void>
  telemetry: AnalyzerTelemetry
  logger: Logger
}

/** An open frame is at most 15 s behind: this, a refresh, and the time that counting takes. */
const LOOK_MS = 3_000
const SWEEP_MS = 3_600_000

/** One of the copies counts; the others wait for their turn. A failed look is only a late one. */
export async function leadAnalysis(ports: LeadAnalysisPorts, stop: AbortSignal): Promise<void> {
  const { lead, beginAnalysis, sweep, telemetry, logger } = ports
  let sweptAt = 0
  while (!stop.aborted) {
    try {
      await lead(async (assertLeading) => {
        logger.info('leading the analyzers')
        const analysis = beginAnalysis(stop)
        while (!stop.aborted) {
          await assertLeading()
          if (await analysis.tick()) continue
          telemetry.idle()
          if (Date.now() - sweptAt > SWEEP_MS) {
            sweptAt = Date.now()
            await sweep()
          }
          await pause(stop)
        }
      })
    } catch (error) {
      if (!stop.aborted) logger.warn({ err: error }, 'counting alerts into clusters failed; it begins again')
    }
    await pause(stop)
  }
}

function pause(stop: AbortSignal): Promise<void> {
  return sleep(LOOK_MS, undefined, { signal: stop }).catch(() => undefined)
}
