import type { Chart, Dimension } from '@watchpost/netdata'
import type { Machine } from './machine.ts'
import type { Point } from './role-charts.ts'

const GIB = 1024 ** 3

/** Machine metrics under the chart names that Netdata uses for every host. */
export function machineSamples(machine: Machine): Array<{ chart: Chart; points: Point[] }> {
  const { cpu, load, memory, network, paging, disk, uptimeSeconds } = machine
  const { totalKib, freeKib, cachedKib, buffersKib } = memory
  return [
    {
      chart: chart('system.cpu', 'Total CPU utilization', 'percentage', 'cpu', 'stacked', 100),
      // Guest time is already included in user and nice.
      points: [...cpu]
        .filter(([name]) => !name.startsWith('guest'))
        .map(([id, value]) => point(id, value, 'percentage-of-incremental-row', { isHidden: id === 'idle' })),
    },
    {
      chart: chart('system.load', 'System load average', 'load', 'load', 'line', 110),
      points: load.map((value, index) =>
        point(['load1', 'load5', 'load15'][index] ?? '', value * 1_000, 'absolute', { divisor: 1_000 }),
      ),
    },
    {
      chart: chart('system.ram', 'System RAM', 'MiB', 'ram', 'stacked', 120),
      points: Object.entries({
        free: freeKib,
        used: totalKib - freeKib - cachedKib - buffersKib,
        cached: cachedKib,
        buffers: buffersKib,
      }).map(([id, value]) => point(id, value, 'absolute', { divisor: 1_024 })),
    },
    {
      chart: chart(
        'system.net',
        'Physical network interfaces aggregated bandwidth',
        'kilobits/s',
        'network',
        'area',
        130,
      ),
      points: [
        point('received', network.receivedBytes, 'incremental', { multiplier: 8, divisor: 1_000 }),
        point('sent', network.sentBytes, 'incremental', { multiplier: -8, divisor: 1_000 }),
      ],
    },
    {
      chart: chart('system.pgpgio', 'Memory paged from/to disk', 'KiB/s', 'disk', 'area', 140),
      points: [
        point('in', paging.inKib, 'incremental'),
        point('out', paging.outKib, 'incremental', { multiplier: -1 }),
      ],
    },
    {
      chart: chart('disk_space._', 'Disk space usage', 'GiB', '/', 'stacked', 2_023, 'disk.space'),
      points: Object.entries({
        avail: disk.availableBytes,
        used: disk.takenBytes,
        reserved_for_root: disk.reservedBytes,
      }).map(([id, value]) => point(id, value, 'absolute', { divisor: GIB })),
    },
    {
      chart: chart('system.uptime', 'System uptime', 'seconds', 'uptime', 'line', 150),
      points: [point('uptime', uptimeSeconds, 'absolute')],
    },
  ]
}

function chart(
  id: string,
  title: string,
  units: string,
  family: string,
  kind: Chart['kind'],
  priority: number,
  context = id,
): Chart {
  return { id, title, units, family, kind, priority, context }
}

function point(
  id: string,
  value: number,
  algorithm: Dimension['algorithm'],
  more: Omit<Dimension, 'id' | 'algorithm'> = {},
): Point {
  return { dimension: { id, algorithm, ...more }, value }
}
