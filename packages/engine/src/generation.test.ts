import { expect, test } from 'vitest'
import { aliasName, indexName, readIndexName } from './generation.ts'

test('names an index by prefix, family, day and number', () => {
  expect(indexName('', 'network_events', { number: 1, day: '2026-11-14' })).toBe('network_events-2026.11.14-000001')
  expect(indexName('t-', 'malware', { number: 123_456, day: '2026-11-14' })).toBe('t-malware-2026.11.14-123456')
  expect(aliasName('t-', 'malware')).toBe('t-malware')
})

test.each([
  [{ number: 1, day: '2026.11.14' }],
  [{ number: 1, day: '*' }],
  [{ number: -1, day: '2026-11-14' }],
  [{ number: 1.5, day: '2026-11-14' }],
  [{ number: 1_000_000, day: '2026-11-14' }],
])('%o is not a valid generation', (generation) => {
  expect(() => indexName('', 'malware', generation)).toThrow(/is no/)
})

test('parses the name of an index, and ignores foreign indexes', () => {
  const generation = { number: 42, day: '2026-11-14' }
  const name = indexName('x-', 'code_analysis', generation)

  expect(readIndexName('x-', name)).toEqual({ family: 'code_analysis', generation })
  expect(readIndexName('', name)).toBeUndefined()
  expect(readIndexName('x-', 'x-code_analysis-2026.11.14-1')).toBeUndefined()
  expect(readIndexName('x-', 'x-code_analysis-old')).toBeUndefined()
})
