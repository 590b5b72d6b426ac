import type { KeyObject } from 'node:crypto'
import { type ChainEnd, type ChainRow, GENESIS } from './chain.ts'
import { type CheckpointReader, createSignedPoints } from './signed-points.ts'
import { openStatement, type SignedStatement } from './statement.ts'
import { type ChainReader, type Tell, walkChain, wordsForMissing } from './walk-chain.ts'

/** Where the trail is read from. */
export interface TrailSource extends CheckpointReader, ChainReader {
  /** Batches that have entries but no row; at most some of them. */
  strayBatches(): Promise<number[]>
  /** The end of the chain according to the database. */
  head(): Promise<ChainEnd>
}

/** Where to begin: after a row whose hash is trusted. */
export interface TrailStart extends ChainEnd {
  /** The number of the last checkpoint up to there. */
  checkpoint: number
}

export const fromTheBeginning: TrailStart = { lastId: 0, hash: GENESIS, checkpoint: 0 }

/** One position where the trail was altered. */
export interface Break {
  /** The row, if known. */
  id: number | null
  says: string
}

export interface Verdict {
  rows: number
  entries: number
  checkpoints: number
  end: ChainEnd
  /** In the order of detection; only the first hundred are reported. */
  breaks: Break[]
}

export interface VerifyOptions {
  source: TrailSource
  publicKey: KeyObject
  /** The head outside the database, read before anything else. */
  head: SignedStatement | 'absent' | 'damaged'
  start?: TrailStart
  /** Called at intervals with the number of checked rows. */
  onProgress?(rows: number, ofRows: number): void
}

const MOST_BREAKS = 100

/**
 * Checks the chain row by row, the entries that it covers, every signature over it, and that it reaches as far as the
 * head outside the database. Continues after a break, so that all are reported. Rows may be added while it runs.
 */
export async function verifyTrail(options: VerifyOptions): Promise<Verdict> {
  const { source, publicKey, start = fromTheBeginning, onProgress = () => {} } = options
  const breaks: Break[] = []
  const tell: Tell = (id, says) => {
    if (breaks.length < MOST_BREAKS) breaks.push({ id, says })
  }
  const stored = await source.head()
  const signed = openHead(options.head, publicKey, tell)
  const points = createSignedPoints(source, publicKey, start.checkpoint, tell)
  if (signed) points.expect(signed.last_id, Buffer.from(signed.hash, 'hex'), 'the signed head')
  points.expect(stored.lastId, stored.hash, 'the head in the database')
  // No later row would reveal it.
  if (stored.lastId === start.lastId && !stored.hash.equals(start.hash)) {
    tell(start.lastId, `row ${start.lastId} is not the one that was signed`)
  }

  const { end, rows, entries } = await walkChain(source, start, {
    tell,
    onRow: points.pass,
    onPage: (done) => onProgress(done, Math.max(done, stored.lastId - start.lastId)),
  })
  const furthest = await points.finish(signed?.checkpoint ?? 0)
  tellOfTheEnd({ end, stored, signed: signed?.last_id ?? 0, checkpointed: furthest }, await source.rows(end.lastId, 1))
  // Rows were added since the first read, and each of them moved the head.
  const later = await source.head()
  if (later.lastId < end.lastId) {
    tell(later.lastId + 1, `the head in the database stands at row ${later.lastId}, and there are rows after it`)
  }
  for (const batch of await source.strayBatches()) {
    tell(null, `the entries of batch ${batch} are vouched for by no row`)
  }
  return { rows, entries, checkpoints: points.count(), end, breaks }

  /** The chain must reach as far as every head and checkpoint says. */
  function tellOfTheEnd(reached: Reached, added: readonly ChainRow[]): void {
    const { lastId } = reached.end
    const known: [number, string][] = [
      [reached.signed, 'the signed head'],
      [reached.stored.lastId, 'the head in the database'],
      // A checkpoint that was created during the last read may cover rows that were added since.
      [added.length > 0 ? 0 : reached.checkpointed, 'a checkpoint'],
    ]
    const [reach, by] = known.toSorted(([one], [other]) => other - one)[0] ?? [0, '']
    if (reach > lastId) tell(lastId + 1, `${wordsForMissing(lastId + 1, reach)} at the end: ${by} knows row ${reach}`)
  }
}

interface Reached {
  end: ChainEnd
  stored: ChainEnd
  signed: number
  checkpointed: number
}

function openHead(head: VerifyOptions['head'], publicKey: KeyObject, tell: Tell) {
  if (head === 'absent') return undefined
  const opened = head === 'damaged' ? 'not-signed-by-this-key' : openStatement(publicKey, head)
  if (opened !== 'not-signed-by-this-key' && opened.what === 'watchpost audit head') return opened
  tell(null, 'the head outside of the database is not signed by the key of this appliance')
  return undefined
}
