import { type ChainRow, type Collected, rootOf } from './chain.ts'

export interface EntryReader {
  /** The entries of these batches, as lines, by batch and position. */
  lines(batches: readonly number[]): Promise<{ batch: number; position: number; line: string }[]>
}

const AT_ONCE = 20_000

/** Compares what rows cover with the stored entries; returns how many it checked. */
export async function verifyEntries(
  source: EntryReader,
  rows: readonly ChainRow[],
  tell: (id: number | null, says: string) => void,
): Promise<number> {
  let looked = 0
  let group: { id: number; collected: Collected }[] = []
  let size = 0

  async function settle(): Promise<void> {
    if (group.length === 0) return
    const found = Map.groupBy(await source.lines(group.map(({ collected }) => collected.batch)), ({ batch }) => batch)
    for (const { id, collected } of group) {
      const entries = found.get(collected.batch) ?? []
      looked += entries.length
      const wrong = compare(collected, entries)
      if (wrong) tell(id, `row ${id} vouches for batch ${collected.batch}: ${wrong}`)
    }
    group = []
    size = 0
  }

  for (const { id, collected } of rows) {
    if (!collected) continue
    group.push({ id, collected })
    size += collected.count
    if (size >= AT_ONCE) await settle()
  }
  await settle()
  return looked
}

function compare(
  { count, root }: Collected,
  entries: readonly { position: number; line: string }[],
): string | undefined {
  const present = new Set(entries.map(({ position }) => position))
  for (let position = 1; position <= count; position += 1) {
    if (!present.has(position)) return `entry ${position} of ${count} is missing`
  }
  if (entries.length > count) return `it has ${entries.length} entries in place of ${count}`
  return rootOf(entries.map(({ line }) => line)) === root ? undefined : 'an entry is not what was written'
}
