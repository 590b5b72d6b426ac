import { rename, writeFile } from 'node:fs/promises'
import type { Logger } from '@watchpost/runtime'
import type { Clock } from '../disk/clock.ts'
import type { Trouble } from '../send/trouble.ts'
import type { ConnectionFigures } from './connection-state.ts'
import type { HealthReport } from './health-report.ts'
import type { StatusFile } from './status.ts'

export interface ReportPorts {
  report(): Promise<HealthReport>
  gateway: { report(health: HealthReport): Promise<'done' | Trouble> }
  connection: { figures(): ConnectionFigures }
  /** Expiry of our certificate. */
  notAfter(): string
  clock: Clock
  logger: Logger
}

const EVERY_MS = 10_000

/** Reports our health to the gateway, and writes it to a file for `watchpost-probe status`. */
export async function runReportLoop(
  { report, gateway, connection, notAfter, clock, logger }: ReportPorts,
  statusFile: string,
  stop: AbortSignal,
): Promise<void> {
  /** Not synced: the file is useful only for seconds. A full disk must not stop the report about it. */
  async function leave(health: HealthReport): Promise<void> {
    const status: StatusFile = {
      pid: process.pid,
      connection: connection.figures(),
      certificate_not_after: notAfter(),
      health,
    }
    try {
      await writeFile(`${statusFile}.draft`, JSON.stringify(status), { mode: 0o640 })
      await rename(`${statusFile}.draft`, statusFile)
    } catch (error) {
      logger.warn({ err: error }, 'cannot write the status file')
    }
  }

  async function tell(): Promise<void> {
    const health = await report()
    await leave(health)
    const told = await gateway.report(health)
    if (told !== 'done') logger.debug({ ...told }, 'cannot report the health')
  }

  while (!stop.aborted) {
    await tell()
    await clock.sleep(EVERY_MS, stop)
  }
  await leave(await report())
}
