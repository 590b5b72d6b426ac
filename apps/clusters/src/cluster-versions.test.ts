import { expect, test } from 'vitest'
import { createVersions } from './cluster-versions.ts'

test('gives each write a higher version, and each term higher ones than the terms before', () => {
  const former = createVersions(7, 3)
  const versions = [former(), former(), former(), createVersions(8, 3)()]
  expect(versions).toEqual(versions.toSorted((a, b) => a - b))
  expect(new Set(versions).size).toBe(4)
})

test('throws when a term has no further versions', () => {
  const next = createVersions(7, 1)
  next()
  expect(next).toThrow('a new term begins')
})

test('versions are exact integers until 2106', () => {
  expect(Number.isSafeInteger(createVersions(2 ** 32 - 1)() + 2 ** 21 - 1)).toBe(true)
})
