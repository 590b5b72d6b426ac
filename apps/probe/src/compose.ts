import { X509Certificate } from 'node:crypto'
import { dirname, join } from 'node:path'
import { createLogger } from '@watchpost/runtime'
import { openDelivery } from './delivery.ts'
import { clock } from './disk/clock.ts'
import { createDisk, readIfThere } from './disk/disk.ts'
import { createPatientDisk } from './disk/patient-disk.ts'
import { createIdentityFiles } from './enrol/identity-files.ts'
import { createOwnIdentity } from './enrol/own-identity.ts'
import { runRenewLoop } from './enrol/renew-loop.ts'
import { readProbeFile, stateFolder } from './enrol/state-folder.ts'
import { createEventsFirst } from './files/events-first.ts'
import { createFileDelivery } from './files/file-delivery.ts'
import { createFileStore } from './files/file-store.ts'
import { createConnectionState } from './health/connection-state.ts'
import { healthReport } from './health/health-report.ts'
import { runReportLoop } from './health/report-loop.ts'
import { createSuricataFacts } from './health/suricata-facts.ts'
import { createCpuCap } from './read/cpu-cap.ts'
import { batchLimits } from './read/gather.ts'
import { createGateway } from './send/gateway.ts'
import { createPace } from './send/pace.ts'
import { randomStream } from './spool/spool-paths.ts'
import { AGENT_VERSION } from './version.ts'

/** Options of the `run` command. */
export interface RunRequest {
  state: string
  /** Overrides the EVE file given at enrolment. */
  eve?: string
  maxCpu?: number
  maxBandwidth?: number
  spoolLimit: number
  /** Suricata's file store, if not next to the EVE file. */
  fileStore?: string
  /** Bytes that the file store may take, and hours for which uploaded files stay in it. */
  fileStoreLimit: number
  fileKeepHours: number
  logLevel: string
}

/** The agent cannot run with its current setup; the message says what to do. */
export class SetupError extends Error {
  override readonly name = 'SetupError'
}

const IN_FLIGHT = 4
const HOUR_MS = 3_600_000

/** Builds the agent from its state folder: EVE file → spool → gateway. */
export async function composeProbe(request: RunRequest, stop: AbortSignal) {
  const paths = stateFolder(request.state)
  const logger = createLogger('probe', request.logLevel)
  const disk = createPatientDisk(createDisk(), { clock, logger }, stop)
  const file = await readProbeFileIn(request.state)
  const files = createIdentityFiles(paths.identity, disk)
  const identity = await files.read()
  if (identity === 'absent' || identity === 'broken') {
    throw new SetupError(`The certificate in ${paths.identity} is ${identity}: enrol again with a new code.`)
  }
  const eveFile = request.eve ?? file.eve_file
  const own = createOwnIdentity(
    { files, use: (next) => gateway.use(next), logger },
    identity,
    await files.readPrevious(),
  )
  const gateway = createGateway({ url: file.appliance, connections: IN_FLIGHT + 3 }, identity, own.heard)
  const connection = createConnectionState(clock.now)
  const suricata = createSuricataFacts(eveFile)
  const pace = createPace(request.maxBandwidth, clock)
  const fileDelivery = createFileDelivery(
    {
      store: createFileStore(request.fileStore ?? join(dirname(eveFile), 'filestore')),
      gateway,
      pace,
      giveWay: createEventsFirst({ waiting: () => delivery.spool.waiting().length, clock }),
      clock,
      random: Math.random,
      logger,
    },
    { keepMs: request.fileKeepHours * HOUR_MS, bytes: request.fileStoreLimit },
  )
  const delivery = await openDelivery(
    {
      disk,
      gateway,
      state: connection,
      seen(line) {
        suricata.see(line)
        fileDelivery.see(line)
      },
      rest: createCpuCap(request.maxCpu, clock),
      pace,
      clock,
      random: Math.random,
      newStream: randomStream,
      logger,
    },
    {
      eveFile,
      spoolFolder: paths.spool,
      spoolLimitBytes: request.spoolLimit,
      owner: `${file.probe.id}@${file.appliance}`,
      limits: batchLimits,
      inFlight: IN_FLIGHT,
    },
  )
  const sources = {
    version: AGENT_VERSION,
    eveFile,
    spoolLimitBytes: request.spoolLimit,
    delivery,
    files: fileDelivery,
    suricata,
    isDiskFull: disk.isWaiting,
    now: clock.now,
  }
  const report = () => healthReport(sources)
  // Not from the files: a renewal may be replacing them.
  const notAfter = () => new X509Certificate(own.shown().cert).validToDate.toISOString()

  return {
    logger,
    async run(): Promise<void> {
      logger.info({ probe: file.probe, appliance: file.appliance, eveFile, version: AGENT_VERSION }, 'agent started')
      const failed = new AbortController()
      const either = AbortSignal.any([stop, failed.signal])
      const side = [
        fileDelivery.run(either),
        runRenewLoop({ gateway, own, clock, random: Math.random, logger }, either),
        runReportLoop({ report, gateway, connection, notAfter, clock, logger }, paths.status, either),
      ]
      try {
        await delivery.run(stop)
      } finally {
        // The last report comes after the last acknowledgement.
        failed.abort()
        await Promise.allSettled(side)
        await delivery.close()
        gateway.close()
        logger.info({}, 'agent stopped, unacknowledged lines are on disk')
      }
    },
  }
}

/** Reads the identity of this probe; fails with advice before enrolment. */
export async function readProbeFileIn(state: string) {
  const { probe } = stateFolder(state)
  const text = await readIfThere(probe)
  const file = text === undefined ? 'unreadable' : readProbeFile(text)
  if (file === 'unreadable') {
    throw new SetupError(`${probe} is not there or not readable: enrol with \`watchpost-probe enrol\`.`)
  }
  return file
}
