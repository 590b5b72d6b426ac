import { createBuildProgress } from '../../../dataset/build-progress.ts'
import type { DatasetMeta } from '../../../dataset/dataset-folder.ts'
import { type DatasetWish, ensureDataset } from '../../../dataset/open-dataset.ts'
import { openProofDataset } from '../../harness/stack/dataset-stack.ts'
import type { Report } from '../../harness/report.ts'

const DAYS = 30
const FEW_DAYS = 3
/** Half of the probes come back after a week. */
const LATE_DAYS = 7

/** The data set of so many documents that proofs share: a month, or a few days of a small one, half of it late. */
export function largeDatasetWish(documents: number): DatasetWish {
  const isSmall = documents < 1_000_000
  const days = isSmall ? FEW_DAYS : DAYS
  return { events: documents, alerts: Math.round(documents / 10), days, lateDays: LATE_DAYS }
}

/** Makes it if it is not there, which takes its time. */
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

/** The same with an engine on it. */
export async function openLargeDataset(dir: string, documents: number, report: Report) {
  await ensureLargeDataset(documents, report)
  return openProofDataset(dir, largeDatasetWish(documents))
}
