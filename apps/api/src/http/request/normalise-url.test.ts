import { expect, test } from 'vitest'
import { normaliseUrl } from './normalise-url.ts'

test.each([
  ['/api/version', '/api/version'],
  ['/api/version/', '/api/version'],
  ['//api//version//', '/api/version'],
  ['/api/v1/version', '/api/version'],
  ['//api/v1//version/?a=/b/', '/api/version?a=/b/'],
  ['/api/v1', '/api'],
  ['/api/v11/version', '/api/v11/version'],
  ['/v1/api/v1', '/v1/api/v1'],
  ['/', '/'],
  ['//', '/'],
  ['/?x=//', '/?x=//'],
  ['https://box.example/api/v1/version/?a=1', '/api/version?a=1'],
  ['*', '*'],
])('normalises %s to %s', (given, expected) => {
  expect(normaliseUrl(given)).toBe(expected)
})
