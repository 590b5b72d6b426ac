import { ProblemError } from '@watchpost/sdk'
import { expect, test } from 'vitest'
import { errorAt, errorsElsewhere } from './field-errors.ts'

const headers = new Headers({ 'content-type': 'application/problem+json' })
const refused = new ProblemError(
  { status: 400, headers },
  JSON.stringify({
    type: '/problems/invalid-request',
    title: 'The request is not valid',
    status: 400,
    instance: 'x',
    errors: [
      { pointer: '#/hostname', detail: 'is missing' },
      { pointer: '#/ips/1', detail: 'Must be an IP address or CIDR network.' },
      { pointer: '#/ips/2', detail: 'Must be an IP address or CIDR network.' },
      { pointer: '#/ipsum', detail: 'is not known here' },
    ],
  }),
)

test('shows an error of a field, or of a part inside it, once at that field', () => {
  expect(errorAt(refused, '#/hostname')).toBe('is missing')
  expect(errorAt(refused, '#/ips')).toBe('Must be an IP address or CIDR network.')
  expect(errorAt(refused, '#/port')).toBeUndefined()
})

test('keeps errors that belong to no field', () => {
  expect(errorsElsewhere(refused, ['#/hostname', '#/ips'])).toEqual(['ipsum is not known here'])
})

test('has no field errors when the appliance is unreachable', () => {
  expect([errorAt(new TypeError('fetch'), '#/port'), errorsElsewhere(new TypeError('fetch'), [])]).toEqual([
    undefined,
    [],
  ])
})
