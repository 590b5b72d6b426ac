import { readFile, statfs } from 'node:fs/promises'

/** Kernel metrics of this machine. Counters start at boot. */
export interface Machine {
  /** CPU ticks by state. */
  cpu: ReadonlyMap<string, number>
  load: readonly [number, number, number]
  memory: { totalKib: number; freeKib: number; cachedKib: number; buffersKib: number }
  network: { receivedBytes: number; sentBytes: number }
  paging: { inKib: number; outKib: number }
  disk: { takenBytes: number; availableBytes: number; reservedBytes: number }
  uptimeSeconds: number
}

const cpuNames = ['user', 'nice', 'system', 'idle', 'iowait', 'irq', 'softirq', 'steal', 'guest', 'guest_nice']

export async function readMachine(root = '/proc'): Promise<Machine> {
  const page = (name: string) => readFile(`${root}/${name}`, 'utf8')
  const [stat, load, memory, network, paging, uptime, disk] = await Promise.all([
    page('stat'),
    page('loadavg'),
    page('meminfo'),
    page('net/dev'),
    page('vmstat'),
    page('uptime'),
    statfs('/'),
  ])
  return {
    cpu: readCpu(stat),
    load: readLoad(load),
    memory: readMemory(memory),
    network: readNetwork(network),
    paging: readPaging(paging),
    uptimeSeconds: Number(uptime.split(' ')[0]),
    disk: {
      takenBytes: (disk.blocks - disk.bfree) * disk.bsize,
      availableBytes: disk.bavail * disk.bsize,
      reservedBytes: (disk.bfree - disk.bavail) * disk.bsize,
    },
  }
}

export function readCpu(stat: string): Map<string, number> {
  const [, ...ticks] = (/^cpu .*$/m.exec(stat)?.[0] ?? '').split(/\s+/)
  return new Map(cpuNames.map((name, index) => [name, Number(ticks[index] ?? 0)]))
}

export function readLoad(text: string): Machine['load'] {
  const [one = 0, five = 0, fifteen = 0] = text.split(' ').slice(0, 3).map(Number)
  return [one, five, fifteen]
}

export function readMemory(text: string): Machine['memory'] {
  const kib = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? 0)
  return {
    totalKib: kib('MemTotal'),
    freeKib: kib('MemFree'),
    cachedKib: kib('Cached') + kib('SReclaimable'),
    buffersKib: kib('Buffers'),
  }
}

/** All interfaces except the loopback. */
export function readNetwork(text: string): Machine['network'] {
  const sums = { receivedBytes: 0, sentBytes: 0 }
  for (const [, name = '', fields = ''] of text.matchAll(/^\s*([^\s:]+):\s*(.*)$/gm)) {
    if (name === 'lo') continue
    const numbers = fields.split(/\s+/).map(Number)
    sums.receivedBytes += numbers[0] ?? 0
    sums.sentBytes += numbers[8] ?? 0
  }
  return sums
}

export function readPaging(text: string): Machine['paging'] {
  const of = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1] ?? 0)
  return { inKib: of('pgpgin'), outKib: of('pgpgout') }
}
