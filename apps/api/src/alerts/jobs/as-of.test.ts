import { AppError } from '@watchpost/contract'
import { expect, test } from 'vitest'
import { filtersOf, readAsOf, writeAsOf } from './as-of.ts'

const counted = {
  before: { epoch: 2, offsets: new Map([[0, 7]]) },
  freeze: { snapshot: '100:120:103,110', atMs: 1_794_906_000_000 },
  matching: 1_187,
}
const filter = { status: ['open', 'closed'], name: 'SYNTHETIC' } as const

function codeOf(read: () => unknown): string {
  try {
    read()
    return 'accepted'
  } catch (error) {
    return error instanceof AppError ? error.code : String(error)
  }
}

test('returns what was counted, for the same filter in any order', () => {
  const text = writeAsOf(counted, filter)
  expect(text).toMatch(/^[A-Za-z0-9_-]+$/)
  expect(readAsOf(text, { name: 'SYNTHETIC', status: ['closed', 'open'] })).toEqual(counted)
})

test('rejects another filter', () => {
  const text = writeAsOf(counted, filter)
  expect(codeOf(() => readAsOf(text, { ...filter, name: 'OTHER' }))).toBe('as-of-invalid')
  expect(codeOf(() => readAsOf(text, { ...filter, risk_min: 1 }))).toBe('as-of-invalid')
})

test.each([
  ['100:99:'],
  ['0:5:'],
  ['100:120:99'],
  ['100:120:120'],
  ['100:120:110,103'],
  ['100:120:103,103'],
  ['100:120'],
  ["1:2:'"],
])('rejects the snapshot %s, which the database would reject', (snapshot) => {
  const text = writeAsOf({ ...counted, freeze: { ...counted.freeze, snapshot } }, filter)
  expect(codeOf(() => readAsOf(text, filter))).toBe('as-of-invalid')
})

test.each(['', 'x', Buffer.from('{}').toString('base64url'), Buffer.from('{"p":"!"}').toString('base64url')])(
  'rejects %j',
  (text) => {
    expect(codeOf(() => readAsOf(text, filter))).toBe('as-of-invalid')
  },
)

test('rejects a position that cannot be parsed', () => {
  const form = JSON.parse(Buffer.from(writeAsOf(counted, filter), 'base64url').toString())
  const text = Buffer.from(JSON.stringify({ ...form, p: 'AAAA' })).toString('base64url')
  expect(codeOf(() => readAsOf(text, filter))).toBe('as-of-invalid')
})

test('takes only the filters from the parameters of a request', () => {
  expect(filtersOf({ ...filter, interval: '1h' } as typeof filter)).toEqual(filter)
})
