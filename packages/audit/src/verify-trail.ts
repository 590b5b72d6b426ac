import type { KeyObject } from 'node:crypto'
import { type ChainEnd, type ChainRow, GENESIS } from './chain.ts'
import { type CheckpointReader, createSignedPoints } from './signed-points.ts'
import { openStatement, type SignedStatement } from './statement.ts'
import { type ChainReader, type Tell, walkChain, wordsForMissing } from './walk-chain.ts'

/** Where the trail is read from. */
export interface TrailSource extends CheckpointReader, ChainReader {
  /** Batches that have entries and no row; some of them, if there are many. */
  strayBatches(): Promise<number[]>
  /** Where the database says that the chain has come to. */
  head(): Promise<ChainEnd>
}

/** Where to begin: behind a row whose hash is known for sure. */
export interface TrailStart extends ChainEnd {
  /** The last checkpoint up to there. */
  checkpoint: number
}

export const fromTheBeginning: TrailStart = { lastId: 0, hash: GENESIS, checkpoint: 0 }

/** One place where the trail is not what was once written. */
export interface Break {
  /** The row, where it is known. */
  id: number | null
  says: string
}

export interface Verdict {
  rows: number
  entries: number
  checkpoints: number
  end: ChainEnd
  /** In the order in which they were found; those after the first hundred are not told. */
  breaks: Break[]
}

export interface VerifyOptions {
  source: TrailSource
  publicKey: KeyObject
  /** The head outside of the database, as it was read before anything else. */
  head: SignedStatement | 'absent' | 'damaged'
  start?: TrailStart
  /** Told now and then how many rows were looked at. */
  onProgress?(rows: number, ofRows: number): void
}

const MOST_BREAKS = 100

/**
 * Looks at the chain row by row, at what it vouches for, at every signature over it, and at whether it reaches as far as
 * the head outside of the database says. Goes on after a break, so that all are reported.
 * Rows may be added while it runs.
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
  // No row follows that would show it.
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
  // Rows were added since the first look, and each of them moved it.
  const later = await source.head()
  if (later.lastId < end.lastId) {
    tell(later.lastId + 1, `the head in the database stands at row ${later.lastId}, and there are rows after it`)
  }
  for (const batch of await source.strayBatches()) {
    tell(null, `the entries of batch ${batch} are vouched for by no row`)
  }
  return { rows, entries, checkpoints: points.count(), end, breaks }

  /** The chain has to reach as far as anybody has ever said. */
  function tellOfTheEnd(reached: Reached, added: readonly ChainRow[]): void {
    const { lastId } = reached.end
    const known: [number, string][] = [
      [reached.signed, 'the signed head'],
      [reached.stored.lastId, 'the head in the database'],
      // One that was made while the last rows were read knows rows that were added since.
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
