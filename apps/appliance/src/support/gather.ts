import { closeSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { arch, hostname, release, totalmem, uptime, version } from 'node:os'
import { join } from 'node:path'
import { settingsOf } from '@watchpost/runtime'
import type { TSchema } from 'typebox'
import { askSupervisor } from '../supervise/ask-supervisor.ts'

/** A page of the bundle; its text has not been redacted yet. */
export interface Page {
  name: string
  text: string
}

const TAIL_BYTES = 2 * 1024 ** 2

/** What runs here. */
export function versionsPage(product: string): Page {
  const facts = {
    product,
    node: process.version,
    system: `${version()} ${release()} ${arch()}`,
    host: hostname(),
    memory_bytes: totalmem(),
    uptime_seconds: Math.round(uptime()),
    gathered_at: new Date().toISOString(),
  }
  return { name: 'versions.json', text: JSON.stringify(facts, null, 2) }
}

/** Every boot setting as it is given; of a secret, only the path of its file. */
export function settingsPage(values: NodeJS.Dict<string>): Page {
  const lines = Object.entries(values)
    .filter(([name]) => name.startsWith('WATCHPOST_'))
    .map(([name, value = '']) => `${name}=${value}`)
  return { name: 'settings.txt', text: `${lines.toSorted().join('\n')}\n` }
}

/** The names of settings whose value is a secret that lies in a file. */
export function secretFiles(schema: TSchema, values: NodeJS.Dict<string>): string[] {
  return settingsOf(schema)
    .filter(({ leaf }) => leaf.secret)
    .flatMap(({ variable }) => values[`${variable}_FILE`] ?? [])
}

/** The end of every log file: the newest 2 MiB of each. */
export function logPages(folder: string | undefined): Page[] {
  if (folder === undefined) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.log'))
    .map((name) => ({ name: `logs/${name}`, text: tailOf(join(folder, name)) }))
}

function tailOf(path: string): string {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    const length = Math.min(size, TAIL_BYTES)
    const bytes = Buffer.alloc(length)
    readSync(file, bytes, 0, length, size - length)
    // The first line may be cut in the middle, of a secret too.
    return size > length ? bytes.subarray(bytes.indexOf(10) + 1).toString('utf8') : bytes.toString('utf8')
  } finally {
    closeSync(file)
  }
}

/** What the supervisor tells: its roles, their readiness, and the metrics of each. */
export async function supervisorPages(internalPort: number): Promise<Page[]> {
  const ask = async (path: string) => (await askSupervisor(internalPort, path)).text()
  const children = await ask('/children')
  const names = (JSON.parse(children) as { name: string }[]).map(({ name }) => name)
  const metrics = await Promise.all(
    names.map(async (name) => ({ name: `metrics/${name}.txt`, text: await ask(`/metrics/${name}`) })),
  )
  return [
    { name: 'children.json', text: children },
    { name: 'readiness.json', text: await ask('/readyz') },
    { name: 'metrics/appliance.txt', text: await ask('/metrics') },
    ...metrics,
  ]
}

/** Pages of the kernel that say how this machine is doing. */
export async function machinePages(): Promise<Page[]> {
  const names = ['meminfo', 'loadavg', 'stat', 'pressure/cpu', 'pressure/memory', 'pressure/io', 'mounts']
  const pages = await Promise.allSettled(
    names.map(async (name) => ({
      name: `machine/${name.replace('/', '-')}.txt`,
      text: await readFile(`/proc/${name}`, 'utf8'),
    })),
  )
  return pages.flatMap((page) => (page.status === 'fulfilled' ? [page.value] : []))
}
