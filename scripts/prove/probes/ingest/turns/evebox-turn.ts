import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cpuSeconds } from '../../../harness/processor-time.ts'
import { perEvent } from '../../../harness/stage-times.ts'
import { startEveBox } from '../evebox/evebox.ts'
import type { Turn, TurnLoad } from './turn.ts'
import { watchCounts } from './watch-index.ts'

/**
 * EveBox in its default setup with SQLite reads copies of the same files. Committed events are searchable immediately.
 */
export async function eveBoxTurn(root: string, { folder, files, events, bytes, turn }: TurnLoad): Promise<Turn> {
  const dir = join(folder, `evebox-${turn}`)
  mkdirSync(dir, { recursive: true })
  // Use copies, because EveBox writes its bookmarks next to the files.
  const copies = files.map((_, place) => join(dir, `eve-${place}.json`))
  for (const [place, copy] of copies.entries()) cpSync(files[place] ?? '', copy)
  const evebox = await startEveBox(root, dir, copies)
  try {
    const { perSecond } = await watchCounts(events, async () => {
      const count = evebox.count()
      return { stored: count, searchable: count }
    })
    const stages = perEvent({}, { evebox: cpuSeconds(evebox.pid()) }, events)
    return { perSecond, stages, diskPerByte: evebox.bytes() / bytes }
  } finally {
    await evebox.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}
