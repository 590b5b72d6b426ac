import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { connectEngine, ownIndexPatterns } from '@watchpost/engine'
import { createLogPositions } from '@watchpost/log'
import { loadConfig, productFiles } from '@watchpost/runtime'
import { connectStore, readStoreFacts } from '@watchpost/store'
import { type Chapter, makeBundle } from '../support/bundle.ts'
import {
  logPages,
  machinePages,
  type Page,
  secretFiles,
  settingsPage,
  supervisorPages,
  versionsPage,
} from '../support/gather.ts'
import { journalPages } from '../support/journal.ts'
import { createRedact } from '../support/redact.ts'
import { findAll, WholeConfig } from './doctor.ts'

const ASK_MS = 5_000

/** Writes one file with everything that support needs, without events and secrets. */
export async function writeSupportBundle(out: string | undefined, say: (line: string) => void): Promise<void> {
  const config = loadConfig(WholeConfig)
  const values = allValues()
  const at = new Date()
  const stamp = at.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const folder = `watchpost-support-${stamp}`
  const chapters: Chapter[] = [
    { name: 'versions', gather: () => [versionsPage(productFiles().version())] },
    { name: 'settings', gather: () => [settingsPage(values)] },
    { name: 'doctor', gather: async () => [page('doctor.json', await findAll(config))] },
    { name: 'supervisor', gather: () => supervisorPages(config.appliance.internalPort) },
    { name: 'machine', gather: machinePages },
    {
      name: 'logs',
      gather: () => (config.appliance.servicesBy === 'systemd' ? journalPages() : logPages(config.appliance.logDir)),
    },
    { name: 'database', gather: async () => [page('database.json', await storeFacts(config.store))] },
    { name: 'log', gather: async () => [page('kafka.json', await positionsOf(config.log))] },
    { name: 'engine', gather: async () => [page('opensearch.json', await engineFacts(config.engine))] },
  ]
  const redact = createRedact(knownSecrets(config, values))
  const { archive, names } = await makeBundle(folder, chapters, redact, at)
  const file = out ?? `${folder}.tar.gz`
  writeFileSync(file, archive, { mode: 0o600, flag: 'wx' })
  say(`${file}: ${names.length} files, ${Math.ceil(archive.length / 1_024)} KiB`)
  say(
    'It holds settings, figures, log lines and findings: addresses, names of hosts and accounts, no events, no secrets.',
  )
  say('Look through it before you give it away: tar -tzf shows what is in it.')
}

function page(name: string, value: unknown): Page {
  return { name, text: `${JSON.stringify(value, null, 2)}\n` }
}

/** The environment, with the file that it names as defaults, as the services read them. */
function allValues(): NodeJS.Dict<string> {
  const file = process.env.WATCHPOST_CONFIG_FILE
  return { ...(file && existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}), ...process.env }
}

type Config = Parameters<typeof findAll>[0]

/** All secrets that this process can know: those in the settings, the sealing keys, and the first password. */
function knownSecrets({ secrets, appliance }: Config, values: NodeJS.Dict<string>): string[] {
  const keys = contentOf(secrets.keyFile)
  const admin = contentOf(appliance.adminFile)
  return [
    ...secretFiles(WholeConfig, values).map(contentOf),
    ...[...keys.matchAll(/"key"\s*:\s*"([^"]+)"/g)].map(([, key = '']) => key),
    ...[...admin.matchAll(/"password"\s*:\s*"([^"]+)"/g)].map(([, password = '']) => password),
  ]
}

function contentOf(path: string | undefined): string {
  return path !== undefined && existsSync(path) ? readFileSync(path, 'utf8') : ''
}

async function storeFacts(config: Config['store']): Promise<unknown> {
  const store = connectStore(config, 'support')
  try {
    return await readStoreFacts(store)
  } finally {
    await store.close()
  }
}

async function positionsOf(config: Config['log']): Promise<unknown> {
  const positions = createLogPositions(config, 'watchpost-support')
  try {
    const [topicId, starts, ends, committed] = await Promise.all([
      positions.topicId(),
      positions.starts(),
      positions.ends(),
      positions.committed('indexer'),
    ])
    const partitions = [...ends].map(([partition, end]) => ({
      partition,
      start: starts.get(partition),
      end,
      indexed: committed.get(partition),
    }))
    return { topicId, partitions }
  } finally {
    await positions.stop()
  }
}

async function engineFacts(config: Config['engine']): Promise<unknown> {
  const client = connectEngine({ ...config, requestTimeoutMs: ASK_MS })
  try {
    const [info, health, nodes, indexes] = await Promise.all([
      client.info(),
      client.cluster.health(),
      client.nodes.stats({ metric: ['fs', 'jvm', 'process', 'thread_pool'] }),
      client.cat.indices({ index: ownIndexPatterns(config), format: 'json', bytes: 'b' }),
    ])
    return { info: info.body, health: health.body, nodes: nodes.body, indexes: indexes.body }
  } finally {
    await client.close()
  }
}
