import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Family } from '@watchpost/model'
import { findInstalled } from '@watchpost/servers'
import type { Generation } from '@watchpost/engine'
import type { DatasetParameters } from './dataset-parameters.ts'

/** The description of a finished data set, in `meta.json`. */
export interface DatasetMeta {
  key: string
  parameters: DatasetParameters
  made_at: string
  took_seconds: number
  documents: Record<Family, number>
  clusters: number
  /** Counts by detector. */
  alerts: Record<string, number>
  bytes: number
  /** The earliest and latest `@timestamp`. */
  from: string
  to: string
  generations: Generation[]
}

/** The folder for all data sets: outside the checkout, next to the files that bootstrap downloaded. */
export function datasetsRoot(): string {
  const { cache } = findInstalled({
    cache: process.env.WATCHPOST_CACHE,
    javaHome: process.env.WATCHPOST_STACK_JAVA_HOME,
  })
  const root = join(cache, 'datasets')
  mkdirSync(root, { recursive: true, mode: 0o755 })
  return root
}

/** The paths of one data set. */
export function datasetFolder(root: string, key: string) {
  const folder = join(root, key)
  return {
    root: folder,
    data: join(folder, 'data'),
    logs: join(folder, 'logs'),
    run: join(folder, 'run'),
    meta: join(folder, 'meta.json'),
    /** The alert oracle: rows in the simulator's format. */
    alerts: join(folder, 'alerts.ndjson'),
    owner: join(folder, 'owner.json'),
  }
}
export type DatasetFolder = ReturnType<typeof datasetFolder>

/** The description of a data set, if it exists and is finished. */
export function readMeta(folder: DatasetFolder): DatasetMeta | undefined {
  return existsSync(folder.meta) ? (JSON.parse(readFileSync(folder.meta, 'utf8')) as DatasetMeta) : undefined
}

/** All finished data sets. */
export function listDatasets(root: string): DatasetMeta[] {
  return readdirSync(root).flatMap((key) => readMeta(datasetFolder(root, key)) ?? [])
}

/** Removes the folder of a data set. */
export function removeDataset(root: string, key: string): void {
  rmSync(join(root, key), { recursive: true, force: true })
}
