import { ProblemError } from '@watchpost/sdk'
import { expect, test } from 'vitest'
import { failureOf } from './failure.ts'

function problem(detail: string, headers: Record<string, string> = {}): ProblemError {
  const all = new Headers({ 'content-type': 'application/problem+json', ...headers })
  const body = { type: 'https://watchpost.invalid/problems/engine-unavailable', title: 'It cannot be reached', detail }
  return new ProblemError({ status: 503, headers: all }, JSON.stringify(body))
}

test('a failure has the title and the detail of the problem', () => {
  expect(failureOf(problem('It is starting.'))).toEqual({ title: 'It cannot be reached', detail: 'It is starting.' })
})

test('states the time to wait instead of the header', () => {
  const detail = 'It is starting. Try again after the number of seconds in `Retry-After`. No events are lost.'
  expect(failureOf(problem(detail, { 'retry-after': '5' })).detail).toBe(
    'It is starting. No events are lost. Try again in 5 s.',
  )
})

test('names a server that does not answer', () => {
  expect(failureOf(new TypeError('fetch failed')).title).toBe('The appliance does not answer')
})
