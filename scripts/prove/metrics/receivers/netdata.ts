import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createWatcher, watchersRoot } from './watcher.ts'

/** A streaming host as the parent reports it. */
export interface MirroredHost {
  hostname: string
  reachable: boolean
}

/** Rows of a chart at the parent: seconds since 1970, and the value of each dimension. */
export interface ChartRows {
  labels: string[]
  rows: number[][]
}

/** A real netdata as parent: it collects nothing itself and accepts streams with the given keys. */
export function createNetdata(dir: string, port: number, address = '127.0.0.1') {
  const root = watchersRoot()
  const url = `http://${address}:${port}`
  rmSync(dir, { recursive: true, force: true })
  for (const each of ['etc', 'cache', 'lib/cloud.d', 'log', 'web']) mkdirSync(join(dir, each), { recursive: true })
  writeFileSync(join(dir, 'etc/.opt-out-from-anonymous-statistics'), '')
  writeFileSync(join(dir, 'lib/cloud.d/cloud.conf'), '[global]\nenabled = no\n')
  const off = ['apps', 'cgroups', 'tc', 'idlejitter', 'proc', 'diskspace', 'timex', 'checks', 'statsd', 'python.d']
  const more = [
    'charts.d',
    'go.d',
    'node.d',
    'ioping',
    'fping',
    'nfacct',
    'perf',
    'slabinfo',
    'cups',
    'ebpf',
    'enable running new plugins',
  ]
  writeFileSync(
    join(dir, 'etc/netdata.conf'),
    `[global]
  hostname = parent
  run as user = ${process.getuid?.() === 0 ? 'root' : ''}
[directories]
  config = ${dir}/etc
  stock config = ${root}/usr/lib/netdata/conf.d
  cache = ${dir}/cache
  lib = ${dir}/lib
  log = ${dir}/log
  home = ${dir}/lib
  web = ${dir}/web
  plugins = "${root}/usr/lib/netdata/plugins.d"
[db]
  mode = ram
  retention = 1800
[web]
  bind to = ${address}:${port}
  allow connections from = *
  allow streaming from = *
[plugins]
${[...off, ...more].map((each) => `  ${each} = no\n`).join('')}[health]
  enabled = no
[ml]
  enabled = no
[registry]
  enabled = no
`,
  )

  async function ask<T>(path: string): Promise<T> {
    const response = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(3_000) })
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    return (await response.json()) as T
  }
  const watcher = createWatcher('netdata', {
    command: 'usr/sbin/netdata',
    args: ['-D', '-c', join(dir, 'etc/netdata.conf'), '-P', join(dir, 'netdata.pid')],
    logFile: join(dir, 'log/out.txt'),
    isUp: () =>
      ask('/api/v1/info').then(
        () => true,
        () => false,
      ),
  })

  return {
    ...watcher,
    port,
    /** Takes effect at the next start. */
    allowKeys(...keys: readonly string[]): void {
      const sections = keys.map(
        (key) => `[${key}]\n  enabled = yes\n  allow from = *\n  default memory mode = ram\n  default history = 1800\n`,
      )
      writeFileSync(join(dir, 'etc/stream.conf'), `[stream]\n  enabled = no\n${sections.join('')}`, { mode: 0o600 })
    },
    async hosts(): Promise<MirroredHost[]> {
      const info = await ask<{ mirrored_hosts_status: MirroredHost[] }>('/api/v1/info')
      return info.mirrored_hosts_status.filter(({ hostname }) => hostname !== 'parent')
    },
    charts: async (host: string): Promise<string[]> =>
      Object.keys((await ask<{ charts: Record<string, unknown> }>(`/host/${host}/api/v1/charts`)).charts),
    /** The values of the last seconds, oldest first. */
    async data(host: string, chart: string, seconds: number): Promise<ChartRows> {
      const query = `chart=${chart}&after=-${seconds}&format=json&options=unaligned`
      const { labels, data } = await ask<{ labels: string[]; data: number[][] }>(`/host/${host}/api/v1/data?${query}`)
      return { labels, rows: data.toReversed() }
    },
  }
}
export type Netdata = ReturnType<typeof createNetdata>
