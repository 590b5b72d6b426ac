import type { Finding } from '../doctor/finding.ts'

/** What the setup has to know about a machine before it changes anything. */
export interface InstallFacts {
  memoryBytes: number
  /** Free space for the data of the servers. */
  freeBytes: number
  /** Ports that another program uses. */
  takenPorts: readonly number[]
  /** Undefined if the machine cannot tell. */
  isClockSynchronised: boolean | undefined
  /** Programs that are not installed. */
  missing: readonly string[]
}

const GIB = 1024 ** 3
const LEAST_MEMORY = 3.5 * GIB
const ENOUGH_MEMORY = 7 * GIB
const LEAST_DISK = 5 * GIB
const ENOUGH_DISK = 50 * GIB

/** Whether the appliance can be set up on this machine. */
export function judgeInstallation(facts: InstallFacts): Finding[] {
  return [judgeSoftware(facts), judgeMemory(facts), judgeDisk(facts), judgePorts(facts), judgeClock(facts)]
}

function judgeSoftware({ missing }: InstallFacts): Finding {
  const part = 'software'
  if (missing.length === 0) return { part, level: 'good', says: 'installed' }
  const todo = 'Install the packages watchpost-java, watchpost-log, watchpost-engine and postgresql.'
  return { part, level: 'bad', says: `missing: ${missing.join(', ')}`, todo }
}

function judgeMemory({ memoryBytes }: InstallFacts): Finding {
  const part = 'memory'
  const says = `${(memoryBytes / GIB).toFixed(1)} GiB`
  if (memoryBytes < LEAST_MEMORY) return { part, level: 'bad', says, todo: 'Use a machine with at least 4 GiB.' }
  if (memoryBytes < ENOUGH_MEMORY) return { part, level: 'warning', says, todo: '8 GiB or more are recommended.' }
  return { part, level: 'good', says }
}

function judgeDisk({ freeBytes }: InstallFacts): Finding {
  const part = 'disk'
  const says = `${(freeBytes / GIB).toFixed(1)} GiB are free at /var/lib`
  if (freeBytes < LEAST_DISK) return { part, level: 'bad', says, todo: 'Free at least 5 GiB.' }
  if (freeBytes < ENOUGH_DISK)
    return { part, level: 'warning', says, todo: 'See "Sizing" in the guide: 50 GiB or more.' }
  return { part, level: 'good', says }
}

function judgePorts({ takenPorts }: InstallFacts): Finding {
  const part = 'ports'
  if (takenPorts.length === 0) return { part, level: 'good', says: 'free' }
  const todo = `Find the program with: ss -ltnp 'sport = :${takenPorts[0]}'`
  return { part, level: 'bad', says: `used by another program: ${takenPorts.join(', ')}`, todo }
}

function judgeClock({ isClockSynchronised }: InstallFacts): Finding {
  const part = 'clock'
  if (isClockSynchronised === true) return { part, level: 'good', says: 'synchronised' }
  const says = isClockSynchronised === false ? 'not synchronised' : 'it is unknown whether it is synchronised'
  return { part, level: 'warning', says, todo: 'Run an NTP client, for example systemd-timesyncd or chrony.' }
}
