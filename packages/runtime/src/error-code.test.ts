import { expect, test } from 'vitest'
import { errorCode, errorText } from './error-code.ts'

const withCode = (code: unknown) => Object.assign(new Error('no such file'), { code })

test('returns the code of an error, or undefined', () => {
  expect(errorCode(withCode('ENOENT'))).toBe('ENOENT')
  for (const other of [withCode(7), new Error('plain'), 'ENOENT', null, undefined])
    expect(errorCode(other)).toBeUndefined()
})

test('returns code and message', () => {
  expect(errorText(withCode('ENOENT'))).toBe('ENOENT no such file')
  expect(errorText(new Error('plain'))).toBe('plain')
  expect(errorText('text')).toBe('text')
})
