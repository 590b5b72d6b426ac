import { expect, test } from 'vitest'
import { connectionLimits } from './connection-limits.ts'
import { fitToDescriptors, readDescriptorLimit } from './descriptor-limit.ts'

const limits = (soft: string) => `Limit                     Soft Limit           Hard Limit           Units
Max processes             63706                63706                processes
Max open files            ${soft}                 1048576              files
Max locked memory         8388608              8388608              bytes
`

test('parses the soft limit of open files in the format of the system', () => {
  expect(readDescriptorLimit(() => limits('1024'))).toBe(1_024)
  expect(readDescriptorLimit(() => limits('unlimited'))).toBe(Number.POSITIVE_INFINITY)
  expect(readDescriptorLimit(() => 'nothing like it')).toBeUndefined()
  expect(
    readDescriptorLimit(() => {
      throw new Error('ENOENT')
    }),
  ).toBeUndefined()
  expect(readDescriptorLimit()).toBeGreaterThan(0)
})

test.each([
  [16_000, 20_000, 16_000],
  [16_000, 16_384, 15_564],
  [16_000, 1_024, 768],
  [500, 1_024, 500],
  [16_000, 100, 1],
  [16_000, Number.POSITIVE_INFINITY, 16_000],
  [16_000, undefined, 16_000],
])('of %d wanted with %s descriptors, allows %d', (wanted, descriptors, taken) => {
  expect(fitToDescriptors(wanted, descriptors)).toBe(taken)
})

test('logs a lowered limit, and reserves a quarter', () => {
  const lines: unknown[] = []
  const logger = { warn: (fields: unknown) => void lines.push(fields) }
  expect(connectionLimits(16_000, logger, 20_000)).toEqual({ limit: 16_000, reserved: 4_000 })
  expect(lines).toEqual([])
  expect(connectionLimits(16_000, logger, 1_024)).toEqual({ limit: 768, reserved: 192 })
  expect(lines).toEqual([{ wanted: 16_000, limit: 768, descriptors: 1_024 }])
})
