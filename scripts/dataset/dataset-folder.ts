import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Family } from '@watchpost/model'
import { findInstalled } from '@watchpost/servers'
import type { Generation } from '@watchpost/engine'
import type { DatasetParameters } from './dataset-parameters.ts'

/** What a finished data set says of itself, in `meta.json`. */
export interface DatasetMeta {
  key: string
  parameters: DatasetParameters
  made_at: string
  took_seconds: number
  documents: Record<Family, number>
  clusters: number
  /** Counted, by detector. */
  alerts: Record<string, number>
  bytes: number
  /** Least and greatest `@timestamp`. */
  from: string
  to: string
  generations: Generation[]
}

/** Where all data sets are: outside the checkout, next to what bootstrap fetched. */
export function datasetsRoot(): string {
  const { cache } = findInstalled({
    cache: process.env.WATCHPOST_CACHE,
    javaHome: process.env.WATCHPOST_STACK_JAVA_HOME,
  })
  const root = join(cache, 'datasets')
  mkdirSync(root, { recursive: true, mode: 0o755 })
  return root
}

/** Where the things of one data set lie. */
export function datasetFolder(root: string, key: string) {
  const folder = join(root, key)
  return {
    root: folder,
    data: join(folder, 'data'),
    logs: join(folder, 'logs'),
    run: join(folder, 'run'),
    meta: join(folder, 'meta.json'),
    /** The oracle of the alerts: rows as the simulator writes them. */
    alerts: join(folder, 'alerts.ndjson'),
    owner: join(folder, 'owner.json'),
  }
}
export type DatasetFolder = ReturnType<typeof datasetFolder>

/** The description of a data set, if it is there and finished. */
export function readMeta(folder: DatasetFolder): DatasetMeta | undefined {
  return existsSync(folder.meta) ? (JSON.parse(readFileSync(folder.meta, 'utf8')) as DatasetMeta) : undefined
}

/** Every finished data set. */
export function listDatasets(root: string): DatasetMeta[] {
  return readdirSync(root).flatMap((key) => readMeta(datasetFolder(root, key)) ?? [])
}

/** Removes the folder of a data set. */
export function removeDataset(root: string, key: string): void {
  rmSync(join(root, key), { recursive: true, force: true })
}
