import type { KeyObject } from 'node:crypto'
import type { ChainRow } from './chain.ts'
import { openStatement, type SignedStatement } from './statement.ts'

export interface CheckpointReader {
  /** The next checkpoints, by number. */
  checkpoints(afterNumber: number, limit: number): Promise<(SignedStatement & { number: number })[]>
}

const PAGE = 1_000

interface Point {
  lastId: number
  hash: Buffer
  by: string
}

/** Compares signed statements about single rows with the rows as they are read. */
export function createSignedPoints(
  source: CheckpointReader,
  publicKey: KeyObject,
  afterNumber: number,
  tell: (id: number | null, says: string) => void,
) {
  const extra: Point[] = []
  let waiting: Point[] = []
  let last = afterNumber
  let lastRow = 0
  let isExhausted = false
  let count = 0

  /** Reads the next checkpoint, if there is one. */
  async function fill(): Promise<void> {
    while (waiting.length === 0 && !isExhausted) {
      const page = await source.checkpoints(last, PAGE)
      isExhausted = page.length < PAGE
      waiting = page.flatMap((each) => read(each))
    }
  }

  function read({ number, ...signed }: SignedStatement & { number: number }): Point[] {
    if (number !== last + 1) tell(null, missing(last + 1, number - 1))
    last = number
    count += 1
    const statement = openStatement(publicKey, signed)
    const isOwn =
      statement !== 'not-signed-by-this-key' &&
      statement.what === 'watchpost audit checkpoint' &&
      statement.checkpoint === number
    if (!isOwn) {
      tell(null, `checkpoint ${number} is not signed by the key of this appliance`)
      return []
    }
    if (statement.last_id < lastRow) tell(null, `checkpoint ${number} lies before the one that it follows`)
    lastRow = statement.last_id
    return [{ lastId: statement.last_id, hash: Buffer.from(statement.hash, 'hex'), by: `checkpoint ${number}` }]
  }

  function compare({ id, hash }: ChainRow, { lastId, hash: expected, by }: Point): void {
    if (lastId === id && !hash.equals(expected)) tell(id, `row ${id} is not the one that ${by} was made for`)
  }

  return {
    /** Adds a point to compare. */
    expect(lastId: number, hash: Buffer, by: string): void {
      extra.push({ lastId, hash, by })
    },

    /** Compares the statements about this row. */
    async pass(row: ChainRow): Promise<void> {
      for (const point of extra) compare(row, point)
      for (;;) {
        await fill()
        const [next] = waiting
        if (!next || next.lastId > row.id) return
        compare(row, next)
        waiting.shift()
      }
    },

    /** Reads the remaining checkpoints, and returns the furthest row that they cover. */
    async finish(knownNumber: number): Promise<number> {
      do {
        waiting = []
        await fill()
      } while (waiting.length > 0)
      if (knownNumber > last) tell(null, missing(last + 1, knownNumber))
      return lastRow
    },

    count: () => count,
  }
}

function missing(first: number, last: number): string {
  return first === last ? `checkpoint ${first} is missing` : `checkpoints ${first} to ${last} are missing`
}
