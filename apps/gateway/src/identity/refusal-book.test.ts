import { createLogger } from '@watchpost/runtime'
import type { AccessEntry } from '@watchpost/store'
import { expect, test } from 'vitest'
import { createRefusalBook } from './refusal-book.ts'

function aBook() {
  const written: { entries: readonly AccessEntry[]; lost: number }[] = []
  const store = { isAway: false }
  const book = createRefusalBook(
    async (_origin, entries, lost) => {
      if (store.isAway) throw new Error('the database is away')
      written.push({ entries, lost })
    },
    createLogger('gateway', 'silent'),
    () => 1_700_000_000_000,
  )
  return { book, written, store }
}
const told = (entries: readonly AccessEntry[] = []) =>
  entries.map(({ action, address, detail, status }) => [action, address, detail, status])

test('merges repeats of one reason and IP address into one entry with a count, and ignores refusals that are not audited', async () => {
  const { book, written } = aBook()
  for (let each = 0; each < 10_000; each++)
    book.note({ code: 'certificate-unknown', address: '192.0.2.7', requestId: `r-${each}` })
  book.note({ code: 'enrolment-code-refused', address: '192.0.2.7', requestId: 'r' })
  book.note({ code: 'certificate-unknown', address: '192.0.2.8', requestId: 'r' })
  book.note({ code: 'backlog', address: '192.0.2.9', requestId: 'r' })
  await book.flush()
  await book.flush()
  expect(written.map(({ entries, lost }) => [told(entries), lost])).toEqual([
    [
      [
        ['probe.connect', '192.0.2.7', 'certificate-unknown, 10000 times', 403],
        ['probe.enrol', '192.0.2.7', 'enrolment-code-refused', 403],
        ['probe.connect', '192.0.2.8', 'certificate-unknown', 403],
      ],
      0,
    ],
  ])
  expect(written[0]?.entries[0]).toMatchObject({ requestId: 'r-0', result: 'refused', via: 'none' })
})

test('bounds the entries of a round and counts the rest', async () => {
  const { book, written } = aBook()
  for (let each = 0; each < 2_000; each++)
    book.note({ code: 'certificate-invalid', address: `2001:db8::${each}`, requestId: 'r' })
  await book.flush()
  expect([written[0]?.entries.length, written[0]?.lost]).toEqual([500, 1_500])
})

test('keeps refusals while the database is unreachable and writes them once', async () => {
  const { book, written, store } = aBook()
  const refused = { code: 'probe-unpaired', address: '192.0.2.7', requestId: 'r' } as const
  store.isAway = true
  book.note(refused)
  await expect(book.flush()).rejects.toThrow('away')
  book.note(refused)
  store.isAway = false
  await book.stop?.()
  expect(written.map(({ entries }) => told(entries))).toEqual([
    [['probe.connect', '192.0.2.7', 'probe-unpaired, 2 times', 403]],
  ])
})
