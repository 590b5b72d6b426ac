import { expect, test } from 'vitest'
import { nextHash } from './chain.ts'
import { addRow, aTrail, type Tables } from './fixtures/a-trail.ts'
import { openStatement } from './statement.ts'
import { verifyTrail } from './verify-trail.ts'

async function breaksOf(trail: ReturnType<typeof aTrail>): Promise<string[]> {
  const { source, publicKey, head } = trail
  return (await verifyTrail({ source, publicKey, head })).breaks.map(({ says }) => says)
}

function bent(bend: (tables: Tables) => void, length = 35): Promise<string[]> {
  const trail = aTrail(length)
  bend(trail.tables)
  return breaksOf(trail)
}

const rowOf = (tables: Tables, id: number) => {
  const row = tables.rows.find((each) => each.id === id)
  if (!row) throw new Error(`no row ${id}`)
  return row
}

test('verifies an untouched trail completely', async () => {
  const { source, publicKey, head } = aTrail(35)
  const verdict = await verifyTrail({ source, publicKey, head })
  expect(verdict).toMatchObject({ rows: 35, entries: 21, checkpoints: 3, breaks: [] })
})

test('accepts rows and checkpoints that are added during verification', async () => {
  const trail = aTrail(35)
  const { source, tables } = trail
  const lines: typeof source.lines = async (batches) => {
    if (tables.rows.length < 60) addRow(tables, tables.rows.length + 1)
    return source.lines(batches)
  }
  expect(await breaksOf({ ...trail, source: { ...source, lines } })).toEqual([])
})

test('reports a changed row by its number', async () => {
  expect(await bent((tables) => (rowOf(tables, 17).line += ' '))).toEqual([
    'row 17 is not what was written, or does not follow the row before it',
  ])
})

test('a checkpoint reveals a row that was changed together with all later hashes', async () => {
  const breaks = await bent((tables) => {
    rowOf(tables, 17).line += ' '
    for (let id = 17; id <= 35; id += 1) {
      const row = rowOf(tables, id)
      row.hash = nextHash(rowOf(tables, id - 1).hash, row.line)
    }
    tables.head = { lastId: 35, hash: rowOf(tables, 35).hash }
  })
  expect(breaks).toEqual([
    'row 20 is not the one that checkpoint 2 was made for',
    'row 30 is not the one that checkpoint 3 was made for',
    'row 35 is not the one that the signed head was made for',
  ])
})

test('reports removed rows by their numbers', async () => {
  expect(await bent((tables) => tables.rows.splice(16, 1))).toEqual(['row 17 is missing'])
  expect(await bent((tables) => tables.rows.splice(10, 3))).toEqual(['rows 11 to 13 are missing'])
})

test('reports swapped rows', async () => {
  const breaks = await bent((tables) => {
    rowOf(tables, 12).id = -1
    rowOf(tables, 13).id = 12
    rowOf(tables, -1).id = 13
  })
  expect(breaks[0]).toMatch(/^row 12 is not what was written/)
})

test('the head outside the database reveals truncated rows, even with the database head reset', async () => {
  const breaks = await bent((tables) => {
    tables.rows.splice(32)
    tables.entries = tables.entries.filter(({ batch }) => batch <= 32)
    tables.head = { lastId: 32, hash: rowOf(tables, 32).hash }
  })
  expect(breaks).toEqual(['rows 33 to 35 are missing at the end: the signed head knows row 35'])
})

test('reports tables that were restored from an older copy', async () => {
  const older = aTrail(25)
  const newer = aTrail(35)
  const breaks = await breaksOf({ ...older, head: newer.head })
  expect(breaks).toContain('rows 26 to 35 are missing at the end: the signed head knows row 35')
  expect(breaks).toContain('checkpoint 3 is missing')
})

test('reports changed, removed or added entries by the row that covers them', async () => {
  const change = (tables: Tables) => Object.assign(tables.entries[4] ?? {}, { line: 'x' })
  expect(await bent(change)).toEqual(['row 10 vouches for batch 10: an entry is not what was written'])
  const remove = (tables: Tables) => tables.entries.splice(4, 1)
  expect(await bent(remove)).toEqual(['row 10 vouches for batch 10: entry 2 of 3 is missing'])
  const add = (tables: Tables) => tables.entries.push({ batch: 10, position: 4, line: 'x' })
  expect(await bent(add)).toEqual(['row 10 vouches for batch 10: it has 4 entries in place of 3'])
  const stray = (tables: Tables) => tables.entries.push({ batch: 99, position: 1, line: 'x' })
  expect(await bent(stray)).toEqual(['the entries of batch 99 are vouched for by no row'])
})

test('reports checkpoints that were removed or forged', async () => {
  expect(await bent((tables) => tables.points.splice(1, 1))).toEqual(['checkpoint 2 is missing'])
  expect(await bent((tables) => tables.points.splice(2, 1))).toEqual(['checkpoint 3 is missing'])
  const forge = (tables: Tables) =>
    Object.assign(tables.points[1] ?? {}, { text: tables.points[1]?.text.replace('now', 'later') })
  expect(await bent(forge)).toEqual(['checkpoint 2 is not signed by the key of this appliance'])
})

test('reports a head signed by another key, or a damaged one', async () => {
  const trail = aTrail(35)
  const says = 'the head outside of the database is not signed by the key of this appliance'
  const { text, signature } = trail.head
  expect(await breaksOf({ ...trail, head: { text: text.replace('now', 'later'), signature } })).toEqual([says])
  const { source, publicKey } = trail
  const damaged = await verifyTrail({ source, publicKey, head: 'damaged' })
  expect(damaged.breaks.map((each) => each.says)).toEqual([says])
})

test('verifies only the rows after a checkpoint', async () => {
  const trail = aTrail(35)
  const { source, publicKey, head, tables } = trail
  rowOf(tables, 5).line += ' '
  const point = tables.points[1]
  const statement = point && openStatement(publicKey, point)
  if (!statement || statement === 'not-signed-by-this-key') throw new Error('not signed')
  const start = { lastId: statement.last_id, hash: Buffer.from(statement.hash, 'hex'), checkpoint: 2 }
  expect(await verifyTrail({ source, publicKey, head, start })).toMatchObject({ rows: 15, checkpoints: 1, breaks: [] })
  rowOf(tables, 21).line += ' '
  expect((await verifyTrail({ source, publicKey, head, start })).breaks).toHaveLength(1)
})
