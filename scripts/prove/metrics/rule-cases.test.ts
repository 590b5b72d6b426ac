import { expect, test } from 'vitest'
import { alertRules } from '../../gen/alerts/alert-rules.ts'
import { ruleCases } from './rule-cases.ts'

test('every alert rule has a case', () => {
  expect(Object.keys(ruleCases).toSorted()).toEqual(alertRules.map(({ slug }) => slug).toSorted())
})
