import { expect, test } from 'vitest'
import { auditQueryOf, readAuditFilter } from './audit-filter.ts'

const span = { from: Date.parse('2026-11-14T00:00:00Z'), to: Date.parse('2026-11-15T00:00:00Z') }

test('requests the whole range when the URL has no filters', () => {
  expect(auditQueryOf(readAuditFilter(new URLSearchParams()), span)).toEqual({
    from: '2026-11-14T00:00:00.000Z',
    to: '2026-11-15T00:00:00.000Z',
  })
})

test('requests the filters in the URL and ignores unknown values', () => {
  const query = new URLSearchParams({
    kind: 'change',
    result: 'odd',
    actor: 'olga',
    text: 'session_age',
    colour: 'red',
  })
  const asked = auditQueryOf(readAuditFilter(query), span)
  expect(asked).toMatchObject({ kind: 'change', actor: 'olga', text: 'session_age' })
  expect(Object.keys(asked).toSorted()).toEqual(['actor', 'from', 'kind', 'text', 'to'])
})
