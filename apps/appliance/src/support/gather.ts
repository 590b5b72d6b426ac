import { closeSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { arch, hostname, release, totalmem, uptime, version } from 'node:os'
import { join } from 'node:path'
import { type ProductVersion, settingsOf } from '@watchpost/runtime'
import type { TSchema } from 'typebox'
import { askSupervisor } from '../supervise/ask-supervisor.ts'

/** A page of the bundle, before redaction. */
export interface Page {
  name: string
  text: string
}

const TAIL_BYTES = 2 * 1024 ** 2

/** Versions of the software. */
export function versionsPage({ version: product, commit }: ProductVersion): Page {
  const facts = {
    product,
    commit,
    node: process.version,
    system: `${version()} ${release()} ${arch()}`,
    host: hostname(),
    memory_bytes: totalmem(),
    uptime_seconds: Math.round(uptime()),
    gathered_at: new Date().toISOString(),
  }
  return { name: 'versions.json', text: JSON.stringify(facts, null, 2) }
}

/** All boot settings; for a secret, only the path of its file. */
export function settingsPage(values: NodeJS.Dict<string>): Page {
  const lines = Object.entries(values)
    .filter(([name]) => name.startsWith('WATCHPOST_'))
    .map(([name, value = '']) => `${name}=${value}`)
  return { name: 'settings.txt', text: `${lines.toSorted().join('\n')}\n` }
}

/** Names of settings whose value is a secret in a file. */
export function secretFiles(schema: TSchema, values: NodeJS.Dict<string>): string[] {
  return settingsOf(schema)
    .filter(({ leaf }) => leaf.secret)
    .flatMap(({ variable }) => values[`${variable}_FILE`] ?? [])
}

/** The newest 2 MiB of every log file. */
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
    // Drop the first line, which may be cut in the middle, even within a secret.
    return size > length ? bytes.subarray(bytes.indexOf(10) + 1).toString('utf8') : bytes.toString('utf8')
  } finally {
    closeSync(file)
  }
}

/** Pages of the supervisor: its services, their readiness, and the metrics of each. */
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

/** Kernel pages that show the state of this machine. */
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
