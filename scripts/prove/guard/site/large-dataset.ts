import { createBuildProgress } from '../../../dataset/build-progress.ts'
import type { DatasetMeta } from '../../../dataset/dataset-folder.ts'
import { type DatasetWish, ensureDataset } from '../../../dataset/open-dataset.ts'
import { openProofDataset } from '../../harness/stack/dataset-stack.ts'
import type { Report } from '../../harness/report.ts'

const DAYS = 30
const FEW_DAYS = 3
/** Half of the probes reconnect after a week. */
const LATE_DAYS = 7

/** The data set of this size that proofs share: a month, or a few days if small, half of it late. */
export function largeDatasetWish(documents: number): DatasetWish {
  const isSmall = documents < 1_000_000
  const days = isSmall ? FEW_DAYS : DAYS
  return { events: documents, alerts: Math.round(documents / 10), days, lateDays: LATE_DAYS }
}

/** Builds it if needed, which takes a while. */
export async function ensureLargeDataset(documents: number, report: Report): Promise<DatasetMeta> {
  const wish = largeDatasetWish(documents)
  const progress = createBuildProgress(wish.events, process.stderr)
  try {
    const meta = await ensureDataset(wish, progress)
    report.figure('documents', documents)
    return meta
  } finally {
    progress.stop()
  }
}

/** Opens it with an engine. */
export async function openLargeDataset(dir: string, documents: number, report: Report) {
  await ensureLargeDataset(documents, report)
  return openProofDataset(dir, largeDatasetWish(documents))
}
