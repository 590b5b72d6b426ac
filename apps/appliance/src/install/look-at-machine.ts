import { execFile } from 'node:child_process'
import { statfs } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { promisify } from 'node:util'
import { isListening } from '@watchpost/servers'
import { readUnits } from '../supervise/systemctl.ts'
import type { UnitState } from '../supervise/unit-state.ts'
import type { InstallFacts } from './check-machine.ts'
import { JAVA, LOG_LIBS } from './layout.ts'
import type { Machine } from './machine.ts'

/** Each port, and the unit that may already use it. */
const ports: readonly (readonly [number, string])[] = [
  [8_443, 'watchpost-api'],
  [8_444, 'watchpost-gateway'],
  [8_445, 'watchpost-appliance'],
  [8_446, 'watchpost-gateway'],
  [8_447, 'watchpost-indexer'],
  [8_448, 'watchpost-clusters'],
  [8_449, 'watchpost-exporter'],
  [8_450, 'watchpost-api'],
  [9_092, 'watchpost-log'],
  [9_093, 'watchpost-log'],
]

const programs = [JAVA, LOG_LIBS, '/usr/lib/watchpost-engine', '/usr/bin/psql']

/** Measures the machine. */
export async function lookAtMachine(machine: Pick<Machine, 'has'>): Promise<InstallFacts> {
  const [{ bavail, bsize }, takenPorts, clock] = await Promise.all([statfs('/var/lib'), findTakenPorts(), readClock()])
  return {
    memoryBytes: totalmem(),
    freeBytes: bavail * bsize,
    takenPorts,
    isClockSynchronised: clock,
    missing: programs.filter((path) => !machine.has(path)),
  }
}

async function readClock(): Promise<boolean | undefined> {
  try {
    const { stdout } = await promisify(execFile)('timedatectl', ['show', '--property=NTPSynchronized', '--value'])
    return stdout.trim() === 'yes'
  } catch {
    return undefined
  }
}

async function findTakenPorts(): Promise<number[]> {
  const names = [...new Set(ports.map(([, unit]) => `${unit}.service`))]
  // Without systemd there are no units yet.
  const units = await readUnits(names).catch(() => new Map<string, UnitState>())
  const taken = await Promise.all(
    ports.map(async ([port, unit]) => {
      const isOurs = units.get(`${unit}.service`)?.pid !== undefined
      return !isOurs && (await isListening(port)) ? [port] : []
    }),
  )
  return taken.flat()
}
