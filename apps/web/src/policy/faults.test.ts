import { ProblemError } from '@watchpost/sdk'
import { expect, test } from 'vitest'
import { draftOf } from './draft.ts'
import { categoryPlace, faultsElsewhere, faultsOf, networkFault, placesOf } from './faults.ts'
import { aPolicy } from './fixtures/a-policy.ts'

function refusal(...errors: [pointer: string, detail: string][]): ProblemError {
  const headers = new Headers({ 'content-type': 'application/problem+json' })
  const items = errors.map(([pointer, detail]) => ({ pointer, detail }))
  const problem = { type: '/problems/invalid-request', title: 'x', status: 400, instance: 'x', errors: items }
  return new ProblemError({ status: 400, headers }, JSON.stringify(problem))
}

test('prefers the errors of a trial to those of saving', () => {
  const faultAt = faultsOf(
    refusal(['#/policy/severity/1', 'must be <= 100']),
    refusal(['#/severity/1', 'old'], ['#/direction/inbound', 'must be integer']),
  )
  expect(faultAt('/severity/1')).toBe('must be <= 100')
  expect(faultAt('/direction/inbound')).toBe('must be integer')
  expect(faultAt('/severity/2')).toBeUndefined()
})

test('names the line of an invalid network', () => {
  const faultAt = faultsOf(refusal(['#/policy/own_networks/1', 'Write a network as 10.0.0.0/8.']), null)
  expect(networkFault('10.0.0.0/8\n\nnowhere', faultAt)).toBe('nowhere: Write a network as 10.0.0.0/8.')
  const tooMany = faultsOf(refusal(['#/policy/own_networks', 'must not have more than 256 items']), null)
  expect(networkFault('10.0.0.0/8', tooMany)).toBe('must not have more than 256 items')
})

test('escapes the pointer separators in a category name', () => {
  expect(categoryPlace('a/b~c')).toBe('/category/a~1b~0c')
})

test('gives every part a path and keeps errors that no field shows', () => {
  const draft = draftOf(aPolicy)
  expect(placesOf(draft)).toContain('/category/Privacy~1Policy')
  expect(placesOf(draft)).toContain('/cluster/detectors/0/at_least')
  const tried = refusal(['#/policy/verdict/1/at_least', 'x'], ['#/policy/category', 'must not have so many'])
  expect(faultsElsewhere(tried, draft)).toEqual(['policy/category must not have so many'])
})
