import type { KeyObject } from 'node:crypto'
import {
  type Break,
  type ChainEnd,
  type ChainReader,
  fromTheBeginning,
  openStatement,
  publicHalf,
  type SignedStatement,
  signStatement,
  walkChain,
} from '@watchpost/audit'
import type { SigningTransaction, TrailState } from '@watchpost/store'

/** Dependencies of the audit keeper. */
export interface KeeperPorts {
  trail: {
    state(): Promise<TrailState>
    whileSigning<T>(work: (signing: SigningTransaction) => Promise<T>): Promise<T | 'under-way'>
  }
  /** Reads the signing key, which `watchpost init` creates. */
  readKey(): Promise<KeyObject | 'absent'>
  /** The head outside the database, if a folder for it is configured. */
  headFile:
    | { read(): Promise<SignedStatement | 'absent' | 'damaged'>; write(head: SignedStatement): Promise<void> }
    | undefined
  now?: () => number
}

export interface KeptAudit {
  unsignedSeconds: number
  /** The first position where the chain is broken. */
  broken: Break | null
}

export type AuditKeeper = ReturnType<typeof createAuditKeeper>

const CHECKPOINT_ROWS = 1_000
const CHECKPOINT_SECONDS = 60
/** Bounds a round; the next round continues. */
const newRows = { mostRows: 20_000, mostEntries: 50_000 }
/** A row may cover two thousand entries: without the second bound a patrol would cost more than the work it checks. */
const oldRows = { mostRows: 200, mostEntries: 1_000 }

interface Signed extends ChainEnd {
  checkpoint: number
}

/**
 * Signs the rows that were added to the chain since the last round, but only if they follow from what was signed
 * before. An attacker who rewrites rows and hashes therefore gets no signature over them. Each round also checks some
 * of the old rows.
 */
export function createAuditKeeper({ trail, readKey, headFile, now = Date.now }: KeeperPorts) {
  let key: KeyObject | undefined
  let last: Signed | undefined
  let broken: Break | null = null
  let patrol: ChainEnd | undefined

  async function loadKey(): Promise<KeyObject> {
    const read = key ?? (await readKey())
    if (read === 'absent') throw new Error('the audit has no signing key: run `watchpost init`')
    key = read
    return read
  }

  /** The furthest signed position that this process can know. */
  async function signedSoFar(own: KeyObject, state: TrailState): Promise<Signed | Break> {
    const publicKey = publicHalf(own)
    const known: Signed[] = last ? [last] : []
    for (const [signed, where] of [
      [state.checkpoint ?? 'absent', `checkpoint ${state.checkpoint?.number}`],
      [(await headFile?.read()) ?? 'absent', 'the head outside of the database'],
    ] as const) {
      if (signed === 'absent') continue
      const statement = signed === 'damaged' ? 'not-signed-by-this-key' : openStatement(publicKey, signed)
      if (statement === 'not-signed-by-this-key') {
        return { id: null, says: `${where} is not signed by the key of this appliance` }
      }
      known.push({
        lastId: statement.last_id,
        hash: Buffer.from(statement.hash, 'hex'),
        checkpoint: statement.checkpoint,
      })
    }
    const furthest = known.toSorted((one, other) => other.lastId - one.lastId || other.checkpoint - one.checkpoint)
    return furthest[0] ?? fromTheBeginning
  }

  /** Follows the chain from the signed position to its current end, unless the chain is broken. */
  async function extend(source: ChainReader, from: Signed, state: TrailState): Promise<ChainEnd | Break> {
    const { lastId } = from
    if (state.lastId < lastId) {
      return { id: state.lastId + 1, says: `the audit ends at row ${state.lastId}, and row ${lastId} was signed` }
    }
    if (state.lastId === lastId && !state.hash.equals(from.hash)) {
      return { id: lastId, says: `row ${lastId} is not the one that was signed` }
    }
    if ((state.checkpoint?.number ?? 0) < from.checkpoint) {
      return { id: null, says: `checkpoint ${from.checkpoint} is missing` }
    }
    return follow(source, from, newRows)
  }

  async function follow(source: ChainReader, from: ChainEnd, bounds: typeof newRows): Promise<ChainEnd | Break> {
    const breaks: Break[] = []
    const { end } = await walkChain(source, from, { tell: (id, says) => breaks.push({ id, says }), ...bounds })
    return breaks[0] ?? end
  }

  async function sign(own: KeyObject, end: ChainEnd, checkpoint: number): Promise<void> {
    const hash = end.hash.toString('hex')
    const signed_at = new Date(now()).toISOString()
    await headFile?.write(
      signStatement(own, { what: 'watchpost audit head', checkpoint, last_id: end.lastId, hash, signed_at }),
    )
    last = { ...end, checkpoint }
  }

  /** Signs a checkpoint after a number of rows or some time; the head outside the database is signed every round. */
  async function signOn(signing: SigningTransaction, own: KeyObject, end: ChainEnd, state: TrailState): Promise<void> {
    const { lastId } = end
    const rows = lastId - (state.checkpoint?.lastId ?? 0)
    const number = state.checkpoint?.number ?? 0
    const isDue = rows >= CHECKPOINT_ROWS || (rows > 0 && state.unsignedSeconds >= CHECKPOINT_SECONDS)
    if (!isDue) {
      if (last?.lastId !== lastId || last.checkpoint !== number) await sign(own, end, number)
      return
    }
    const { text, signature } = signStatement(own, {
      what: 'watchpost audit checkpoint',
      checkpoint: number + 1,
      last_id: lastId,
      hash: end.hash.toString('hex'),
      signed_at: new Date(now()).toISOString(),
    })
    // Write the head first, without the checkpoint, which may still fail: a folder that cannot be written stops both.
    await sign(own, end, number)
    await signing.addCheckpoint({ number: number + 1, lastId, text, signature })
  }

  /** Checks the next old rows; starts again at the beginning after the last one. */
  async function lookAtOldRows(source: SigningTransaction): Promise<Break | null> {
    const beginning = await source.beginning()
    // The last checked row may have been archived since then.
    if (!patrol || patrol.lastId < beginning.lastId) patrol = beginning
    const end = await follow(source, patrol, oldRows)
    if ('says' in end) return end
    patrol = last && end.lastId < last.lastId ? end : undefined
    return null
  }

  return {
    /**
     * One check, and one signature if there is something to sign. Leaves it to another instance that is already
     * signing.
     */
    async round(): Promise<KeptAudit> {
      const own = await loadKey()
      const before = await trail.state()
      await trail.whileSigning(async (signing) => {
        // Read the state again: under the lock no other instance signs.
        const state = await signing.state()
        const from = await signedSoFar(own, state)
        const end = 'says' in from ? from : await extend(signing, from, state)
        if ('says' in end) {
          broken = end
          return
        }
        await signOn(signing, own, end, state)
        broken = await lookAtOldRows(signing)
      })
      return { unsignedSeconds: before.unsignedSeconds, broken }
    },
  }
}
