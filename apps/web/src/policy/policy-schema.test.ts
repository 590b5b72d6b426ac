import { expect, test } from 'vitest'
import { descriptionAt, namesAt } from './policy-schema.ts'

const schema = {
  properties: {
    severity: { description: 'What it counts.', properties: { '1': { description: 'Worst.' }, other: {} } },
  },
}

test('finds descriptions by path and returns undefined for a missing one', () => {
  expect(descriptionAt(schema, ['severity', '1'])).toBe('Worst.')
  expect(descriptionAt(schema, ['severity', 'other'])).toBeUndefined()
  expect(descriptionAt(undefined, ['severity'])).toBeUndefined()
  expect(namesAt(schema, ['severity'])).toEqual(['1', 'other'])
  expect(namesAt(schema, ['absent', 'deep'])).toEqual([])
})
