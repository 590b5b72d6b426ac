import { createHash, type KeyObject } from 'node:crypto'
import { newSigningKey, openStatement, publicHalf, readSigningKey, type SignedStatement } from '@watchpost/audit'
import type { SigningTransaction, TrailState } from '@watchpost/store'
import { expect, test } from 'vitest'
import { createAuditKeeper } from './audit-keeper.ts'

const key = readSigningKey(newSigningKey())

/** An in-memory audit, and a store for its head. */
function anAudit() {
  const rows: { id: number; line: string; hash: Buffer }[] = []
  const points: { number: number; lastId: number; text: string; signature: Buffer }[] = []
  let head: SignedStatement | 'absent' | 'damaged' = 'absent'
  const hashOf = (previous: Buffer | undefined, line: string) =>
    createHash('sha256')
      .update(previous ?? Buffer.alloc(32))
      .update(line)
      .digest()
  const audit = {
    rows,
    points,
    unsignedSeconds: 0,
    add(count: number) {
      for (let each = 0; each < count; each += 1) {
        const line = `row ${rows.length + 1}`
        rows.push({ id: rows.length + 1, line, hash: hashOf(rows.at(-1)?.hash, line) })
      }
    },
    /** Rewrites rows and their hashes, as the owner of the database could. */
    rewrite(fromId: number) {
      for (const row of rows.slice(fromId - 1)) {
        row.line += ' bent'
        row.hash = hashOf(rows[row.id - 2]?.hash, row.line)
      }
    },
    headOf: (by: KeyObject) => (typeof head === 'string' ? head : openStatement(publicHalf(by), head)),
    damage: () => {
      head = 'damaged'
    },
    keeper: (isSigning = () => true) =>
      createAuditKeeper({
        trail: {
          state,
          whileSigning: async (work) => (isSigning() ? work(signing) : 'under-way'),
        },
        readKey: async () => key,
        headFile: {
          read: async () => head,
          write: async (signed) => {
            head = signed
          },
        },
      }),
  }
  const state = async (): Promise<TrailState> => ({
    lastId: rows.at(-1)?.id ?? 0,
    hash: rows.at(-1)?.hash ?? Buffer.alloc(32),
    checkpoint: points.at(-1) ?? null,
    unsignedSeconds: audit.unsignedSeconds,
  })
  const signing: SigningTransaction = {
    state,
    rows: async (afterId, limit) =>
      rows
        .filter(({ id }) => id > afterId)
        .slice(0, limit)
        .map((row) => ({ ...row, collected: null })),
    lines: async () => [],
    strayBatches: async () => [],
    head: state,
    beginning: async () => ({ lastId: 0, hash: Buffer.alloc(32) }),
    checkpoints: async () => points,
    addCheckpoint: async (point) => {
      points.push(point)
    },
  }
  return audit
}

test('signs the head whenever it moves, and a checkpoint after a thousand rows or a minute', async () => {
  const audit = anAudit()
  const keeper = audit.keeper()
  audit.add(10)
  expect(await keeper.round()).toEqual({ unsignedSeconds: 0, broken: null })
  expect(audit.headOf(key)).toMatchObject({ what: 'watchpost audit head', last_id: 10, checkpoint: 0 })
  expect(audit.points).toHaveLength(0)
  audit.add(990)
  await keeper.round()
  expect(audit.points).toMatchObject([{ number: 1, lastId: 1_000 }])
  audit.add(1)
  await keeper.round()
  expect(audit.points).toHaveLength(1)
  expect(audit.headOf(key)).toMatchObject({ last_id: 1_001, checkpoint: 1 })
  audit.unsignedSeconds = 61
  await keeper.round()
  expect(audit.points).toMatchObject([{ number: 1 }, { number: 2, lastId: 1_001 }])
})

test('does not sign rows that were rewritten with all of their hashes, in this instance or in a new one', async () => {
  const audit = anAudit()
  audit.add(20)
  const keeper = audit.keeper()
  await keeper.round()
  audit.rewrite(15)
  audit.add(5)
  expect((await keeper.round()).broken).toMatchObject({ id: 21 })
  expect((await audit.keeper().round()).broken).toMatchObject({ id: 21 })
  expect(audit.headOf(key)).toMatchObject({ last_id: 20 })
})

test('detects truncated rows, also when new rows reuse their numbers', async () => {
  const audit = anAudit()
  audit.add(20)
  await audit.keeper().round()
  audit.rows.splice(18)
  expect((await audit.keeper().round()).broken?.says).toBe('the audit ends at row 18, and row 20 was signed')
  audit.rows.splice(17)
  audit.rewrite(17)
  audit.add(3)
  expect((await audit.keeper().round()).broken).toMatchObject({ id: 20 })
})

test('detects a change in old rows while patrolling, and reports it until it is fixed', async () => {
  const audit = anAudit()
  audit.add(1_000)
  const keeper = audit.keeper()
  await keeper.round()
  const row = audit.rows[700]
  if (!row) throw new Error('no such row')
  const { line } = row
  row.line = 'bent'
  const seen: (number | null | undefined)[] = []
  for (let round = 0; round < 10; round += 1) seen.push((await keeper.round()).broken?.id)
  expect(seen.at(-1)).toBe(701)
  row.line = line
  expect((await keeper.round()).broken).toBeNull()
})

test('does not start over from a damaged head or one signed by another key', async () => {
  const audit = anAudit()
  audit.add(3)
  await audit.keeper().round()
  audit.damage()
  expect((await audit.keeper().round()).broken?.says).toMatch(/not signed by the key/)
})

test('leaves signing to another instance that is already signing', async () => {
  const audit = anAudit()
  audit.add(3)
  expect(await audit.keeper(() => false).round()).toEqual({ unsignedSeconds: 0, broken: null })
  expect(audit.headOf(key)).toBe('absent')
})
