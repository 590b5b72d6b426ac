import type { ProbeFile } from '../enrol/state-folder.ts'
import type { ConnectionFigures } from './connection-state.ts'
import type { HealthReport } from './health-report.ts'

/** Written by a running agent to its state folder every ten seconds. */
export interface StatusFile {
  pid: number
  connection: ConnectionFigures
  certificate_not_after: string | null
  health: HealthReport
}

export interface Status {
  lines: string[]
  /** 0: OK. 1: action needed. 3: the appliance does not answer. */
  exitCode: 0 | 1 | 3
}

const STALE_MS = 30_000
const MIB = 1024 ** 2

/** A readable summary of the state of the agent. */
export function describeStatus(probe: ProbeFile, status: StatusFile | undefined, now: number): Status {
  const who = `Probe ${probe.probe.id} (${probe.probe.fqdn}) of ${probe.appliance}`
  if (!status) return { lines: [who, 'The agent has not run yet: start it with `watchpost-probe run`.'], exitCode: 1 }
  const { health, connection } = status
  const ageMs = now - Date.parse(health.host_time)
  const isStale = ageMs > STALE_MS
  const lines = [
    who,
    isStale
      ? `Not running: the last word is of ${health.host_time}.`
      : `Running, process ${status.pid}, version ${health.agent_version}.`,
    connectionLine(connection),
    `Certificate   good until ${status.certificate_not_after ?? 'unknown'}`,
    `EVE file      ${health.eve.file}, ${mib(health.eve.unread_bytes)} unread, ${health.eve.held_files} rotated files held (${mib(health.eve.held_bytes)})`,
    `Spool         ${health.spool.batches} batches, ${mib(health.spool.bytes)} of ${mib(health.spool.limit_bytes)}${health.spool.is_full ? ', FULL: reading waits' : ''}`,
    `Events        ${health.events_read} read, ${health.events_acknowledged} acknowledged, ${health.lag_seconds} s behind`,
    ...(health.files ? [filesLine(health.files)] : []),
    `Suricata      ${health.suricata_version ?? 'version unknown'}${captureOf(health)}`,
    `Memory        ${mib(health.memory_bytes)}`,
    ...health.possible_losses.map(
      ({ at, reason, bytes }) => `Possible loss ${at}: ${reason}${bytes ? ` (${bytes} bytes)` : ''}`,
    ),
  ]
  return { lines, exitCode: isStale || connection.state === 'refused' ? 1 : connection.state === 'lost' ? 3 : 0 }
}

function connectionLine({ state, reason, since }: ConnectionFigures): string {
  const words = {
    connecting: 'not connected yet',
    connected: 'connected',
    held: 'asked to wait',
    lost: 'not reachable',
    refused: 'REFUSED: pair this probe again, everything is kept',
    torn: 'beginning a new stream',
  }
  return `Appliance     ${words[state]} since ${since}${reason ? ` (${reason})` : ''}`
}

function filesLine({ waiting, waiting_bytes, uploaded, refused, given_up }: HealthReport['files']): string {
  const lost = given_up > 0 ? `, ${given_up} REMOVED BEFORE THEIR UPLOAD: the file store is full` : ''
  return `Files         ${waiting} to upload (${mib(waiting_bytes)}), ${uploaded} uploaded, ${refused} not taken${lost}`
}

function captureOf({ capture }: HealthReport): string {
  return capture ? `, ${capture.packets} packets, ${capture.dropped} dropped (${capture.loss_percent}%)` : ''
}

function mib(bytes: number): string {
  return `${(bytes / MIB).toFixed(1)} MiB`
}
