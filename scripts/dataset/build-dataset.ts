import { createWriteStream, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { finished } from 'node:stream/promises'
import {
  connectEngine,
  createEventIndex,
  createGenerationIndex,
  type EngineConfig,
  type Generation,
} from '@watchpost/engine'
import { families, type Family, type StoredFamily, storedFamilies } from '@watchpost/model'
import { forgetProcess, recordedPid, recordProcess } from '@watchpost/runtime'
import { type ClusterBuild, createClusterBuild } from './build-clusters.ts'
import { type DatasetFolder, datasetFolder, type DatasetMeta } from './dataset-folder.ts'
import { datasetKey, type DatasetParameters } from './dataset-parameters.ts'
import { daysBetween } from './days-between.ts'
import { type MadeDocument, makeDocuments, turnMs } from './make-documents.ts'
import { startPrivateEngine } from './private-engine.ts'

/** Documents per bulk request, and concurrent requests. */
const BULK_DOCUMENTS = 2_000
const BULKS = 3
/**
 * With a smaller heap the engine spends a quarter of its time on garbage collection while loading. A small machine uses
 * a quarter of its memory.
 */
const MOST_HEAP_MIB = 6_144
const DAY_MS = 86_400_000
const NAMES_IN_A_URL = 80
const LOADING = {
  'index.refresh_interval': '-1',
  'index.translog.durability': 'async',
  'index.translog.flush_threshold_size': '1gb',
}

export interface BuildProgress {
  say(line: string): void
  indexed(documents: number): void
}

/**
 * Builds a data set: engine, generations, documents, description. It appears under its name only when it is complete.
 */
export async function buildDataset(
  root: string,
  parameters: DatasetParameters,
  progress: BuildProgress,
): Promise<DatasetMeta> {
  const key = datasetKey(parameters)
  const folder = datasetFolder(root, `${key}.making`)
  const other = recordedPid(folder.owner)
  if (other !== undefined) throw new Error(`the process ${other} is making this data set just now`)
  rmSync(folder.root, { recursive: true, force: true })
  mkdirSync(folder.root, { recursive: true, mode: 0o711 })
  recordProcess(folder.owner, process.pid)

  progress.say('Starting an engine.')
  const startedAt = Date.now()
  const engine = await startPrivateEngine(folder, {
    heap: `${Math.min(MOST_HEAP_MIB, Math.floor(totalmem() / 4 / 1024 ** 2))}m`,
    settings: { 'indices.memory.index_buffer_size': '30%' },
  })
  let loaded: Loaded
  try {
    loaded = await load(engine.url, folder, parameters, startedAt, progress)
  } finally {
    await engine.stop()
  }
  const meta: DatasetMeta = {
    key,
    parameters,
    made_at: new Date(startedAt).toISOString(),
    took_seconds: Math.round((Date.now() - startedAt) / 1_000),
    ...loaded,
  }
  writeFileSync(folder.meta, `${JSON.stringify(meta, undefined, 2)}\n`)
  forgetProcess(folder.owner)
  renameSync(folder.root, datasetFolder(root, key).root)
  return meta
}

/** Configures the engine with the appliance's defaults. */
export function engineConfig(url: string): EngineConfig {
  return {
    nodes: [url],
    prefix: '',
    shards: 1,
    replicas: 0,
    refreshSeconds: 1,
    codec: 'default',
    requestTimeoutMs: 120_000,
  }
}

type Loaded = Pick<DatasetMeta, 'documents' | 'clusters' | 'alerts' | 'bytes' | 'from' | 'to' | 'generations'>

/** Names in parts that fit into a URL, which the engine limits to 4,096 bytes. */
function partsOf(names: readonly string[]): string[][] {
  const parts: string[][] = []
  for (let at = 0; at < names.length; at += NAMES_IN_A_URL) parts.push(names.slice(at, at + NAMES_IN_A_URL))
  return parts
}

async function load(
  url: string,
  folder: DatasetFolder,
  parameters: DatasetParameters,
  endAt: number,
  progress: BuildProgress,
): Promise<Loaded> {
  const config = engineConfig(url)
  const client = connectEngine(config)
  const indexes = createGenerationIndex(client, config)
  const generations = daysBetween(endAt - parameters.days * 86_400_000, endAt).map(
    (day, index): Generation => ({ number: index + 1, day }),
  )
  for (const generation of generations) await indexes.create(generation)
  const names = generations.flatMap((generation) =>
    storedFamilies.map((family) => indexes.indexName(family, generation)),
  )
  const parts = partsOf(names)
  for (const index of parts) await client.indices.putSettings({ index, body: LOADING })

  const clusterBuild = createClusterBuild(client, config)
  await clusterBuild.begin(LOADING)
  progress.say('Indexing.')
  const byDay = new Map(generations.map((generation) => [generation.day, generation]))
  const tally = await indexAll(makeDocuments(parameters, endAt), {
    alerts: folder.alerts,
    write: createWriter(client, {
      isEntriesOnly: parameters.isEntriesOnly ?? false,
      indexOf: (family, day) => {
        const generation = byDay.get(day)
        if (!generation) throw new Error(`no generation for ${day}`)
        return indexes.indexName(family, generation)
      },
    }),
    clusters: clusterBuild,
    settledMs: Math.max(DAY_MS, 2 * turnMs(parameters)) + (parameters.lateDays ?? 0) * DAY_MS,
    progress,
  })

  progress.say('Finishing: settings as in use, everything on disk, indexes sealed.')
  const usual = {
    'index.refresh_interval': `${config.refreshSeconds}s`,
    'index.translog.durability': 'request',
    'index.translog.flush_threshold_size': null,
  }
  for (const index of parts) {
    await client.indices.putSettings({ index, body: usual })
    await client.indices.refresh({ index })
    await client.indices.flush({ index, wait_if_ongoing: true })
  }
  for (const generation of generations) await indexes.seal(generation)
  const clusters = await clusterBuild.end(usual)
  await client.indices.flush({ wait_if_ongoing: true })
  const states = await indexes.list()
  const documents = Object.fromEntries(
    families.map((family) => [
      family,
      sum(states.filter((each) => each.family === family).map((each) => each.documents ?? 0)),
    ]),
  ) as Record<Family, number>
  await client.close()
  const expected = parameters.isEntriesOnly ? 0 : parameters.events
  if (sum(Object.values(documents)) !== expected) {
    throw new Error(`the engine holds ${sum(Object.values(documents))} documents and not ${expected}`)
  }
  return { documents, clusters, bytes: sum(states.map((each) => each.sizeBytes ?? 0)), generations, ...tally }
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)

type Write = (batch: MadeDocument[]) => Promise<void>

interface WriterOptions {
  isEntriesOnly: boolean
  indexOf(family: StoredFamily, day: string): string
}

function createWriter(client: ReturnType<typeof connectEngine>, { isEntriesOnly, indexOf }: WriterOptions): Write {
  const index = createEventIndex(client, { concurrency: 1, maxBulkBytes: 8 * 1024 ** 2 })
  const never = new AbortController().signal
  return async (batch) => {
    const placed = batch.flatMap(({ document, day }) =>
      [...(isEntriesOnly ? [] : [document]), ...(document.entry ? [document.entry] : [])].map(
        ({ family, id, json }) => ({
          index: indexOf(family, day),
          id,
          json,
        }),
      ),
    )
    const results = await index.write(placed, never)
    // A request that timed out is sent again. The count at the end shows that no document was created twice.
    const refused = results.find(({ kind }) => kind !== 'created' && kind !== 'exists')
    if (refused) throw new Error(`the engine did not take a document: ${JSON.stringify(refused)}`)
  }
}

interface IndexAllOptions {
  /** The file for the alert oracle. */
  alerts: string
  write: Write
  clusters: ClusterBuild
  /** No document arrives that is older than the newest event by more than this. */
  settledMs: number
  progress: BuildProgress
}

/** Keeps several bulk requests in flight while the next documents are generated. */
async function indexAll(
  source: Iterable<MadeDocument[]>,
  { alerts, write, clusters, settledMs, progress }: IndexAllOptions,
): Promise<Pick<DatasetMeta, 'alerts' | 'from' | 'to'>> {
  const oracle = createWriteStream(alerts)
  const counts: Record<string, number> = {}
  let [from, to] = ['9', '']
  let batch: MadeDocument[] = []
  const underWay = new Set<Promise<void>>()
  let failure: Error | undefined

  async function send(documents: MadeDocument[]): Promise<void> {
    try {
      await write(documents)
      progress.indexed(documents.length)
    } catch (error) {
      failure ??= error as Error
    }
  }
  async function launch(): Promise<void> {
    const flight = send(batch).finally(() => underWay.delete(flight))
    underWay.add(flight)
    batch = []
    while (underWay.size >= BULKS) await Promise.race(underWay)
    if (failure) throw failure
  }

  for (const slice of source) {
    for (const made of slice) {
      if (made.time < from) from = made.time
      if (made.time > to) to = made.time
      if (made.row?.alert) {
        counts[made.row.alert.type] = (counts[made.row.alert.type] ?? 0) + 1
        oracle.write(`${JSON.stringify(made.row)}\n`)
      }
      if (made.document.entry) clusters.add(made.time.slice(0, 10), made.document.entry.json)
      batch.push(made)
    }
    if (batch.length >= BULK_DOCUMENTS) await launch()
    if (to) await clusters.reached(new Date(Date.parse(to) - settledMs).toISOString().slice(0, 10))
  }
  if (batch.length > 0) await launch()
  await Promise.all(underWay)
  if (failure) throw failure
  oracle.end()
  await finished(oracle)
  return { alerts: counts, from, to }
}
