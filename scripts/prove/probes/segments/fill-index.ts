import type { Report } from '../../harness/report.ts'
import { tinyDocument } from './product-documents.ts'
import type { ScratchEngine } from '../../harness/stack/scratch-engine.ts'

/** Each writer creates its own segment at every refresh. */
const WRITERS = 2
const PER_BULK = 5_000

/** Fills an index with tiny documents; every refresh adds two segments. */
export async function fillIndex(
  engine: ScratchEngine,
  index: string,
  { documents, refreshes }: { documents: number; refreshes: number },
  report: Report,
): Promise<void> {
  const perRefresh = Math.ceil(documents / refreshes)
  for (let turn = 0; turn < refreshes; turn++) {
    const end = Math.min(documents, (turn + 1) * perRefresh)
    let next = turn * perRefresh
    const write = async () => {
      while (next < end) {
        const first = next
        next = Math.min(end, first + PER_BULK)
        await engine.write(
          index,
          Array.from({ length: next - first }, (_, n) => tinyDocument(first + n)),
        )
      }
    }
    await Promise.all(Array.from({ length: WRITERS }, write))
    await engine.call('POST', `/${index}/_refresh`)
    report.step(`${end} of ${documents} documents`)
  }
  await engine.call('POST', `/${index}/_flush`)
}
