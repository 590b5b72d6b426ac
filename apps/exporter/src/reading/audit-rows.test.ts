import { expect, test } from 'vitest'
import { anAudit } from '../../test/an-audit.ts'
import { auditRows } from './audit-rows.ts'
import { AUDIT } from './position.ts'

/** Reads to the newest row; returns what an export would send, and the number of missing rows. */
async function readAll(audit: ReturnType<typeof anAudit>, from: number) {
  const stop = new AbortController()
  let position = new Map<number, number>()
  let missing = 0
  const chunks = []
  const place = { position: () => position, auditFrom: () => from }
  const onExpired = (_partition: number, count: number) => (missing += count)
  for await (const chunk of auditRows(audit, place, onExpired, stop.signal)) {
    chunks.push(chunk.pieces.flatMap((piece) => piece.look() ?? []))
    position = new Map(chunk.after)
    if ((position.get(AUDIT) ?? 0) > (audit.lastId() ?? 0)) stop.abort()
  }
  return { chunks, sent: chunks.flat(), missing }
}

test('returns rows in order, each after the entries that it covers, with the line that its hash covers', async () => {
  const audit = anAudit()
  audit.change()
  audit.change()
  audit.collect(2)
  audit.collect(0)
  const { sent, missing } = await readAll(audit, 2)
  expect(sent.map(({ id, severity }) => [id, severity])).toEqual([
    ['audit-2', 3],
    ['audit-3-1', 2],
    ['audit-3-2', undefined],
    ['audit-3', undefined],
    ['audit-4', undefined],
  ])
  expect(missing).toBe(0)
  const [row] = sent
  expect(row).toMatchObject({ eventType: 'audit', fqdn: 'watchpost.example.test', at: '2026-11-14T09:12:33.412118Z' })
  const hash = '02'.repeat(32)
  const line = '"id":2,"at":"2026-11-14T09:12:33.412118Z","username":"Ölga","before":null,"after":{"b": 1}}'
  expect(row?.json()).toBe(
    `{"@timestamp":"2026-11-14T09:12:33.412118Z","uuid":"audit-2","event_type":"audit","kind":"change","hash":"${hash}",${line}`,
  )
})

test('limits the number of entries in memory', async () => {
  const audit = anAudit()
  for (let each = 0; each < 10; each++) audit.collect(1_500)
  const { chunks, sent } = await readAll(audit, 1)
  expect(sent).toHaveLength(15_010)
  for (const chunk of chunks) expect(chunk.length).toBeLessThanOrEqual(3_002)
})

test('reports rows that were archived before they were sent', async () => {
  const audit = anAudit()
  for (let each = 0; each < 9; each++) audit.change()
  audit.archive(5)
  const { sent, missing } = await readAll(audit, 3)
  expect([sent.map(({ id }) => id), missing]).toEqual([['audit-6', 'audit-7', 'audit-8', 'audit-9'], 3])
})
