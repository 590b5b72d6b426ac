import { expect, test } from 'vitest'
import { engineMemory, heapsFor, logMemory } from './heaps.ts'

const GIB = 1024 ** 3

test.each([
  [3.8, 1, 512],
  [7.7, 2, 512],
  [15.6, 4, 1_024],
  [62.7, 15, 1_024],
  [251, 31, 1_024],
])('a machine with %f GiB: engine %d GiB, log %d MiB', (memory, engineGibibytes, logMebibytes) => {
  expect(heapsFor(memory * GIB)).toEqual({ engineGibibytes, logMebibytes })
})

test('writes the heaps as the units read them', () => {
  const heaps = { engineGibibytes: 2, logMebibytes: 512 }
  expect(engineMemory(heaps)).toBe('JAVA_MEMORY=-Xms2g -Xmx2g -XX:MaxDirectMemorySize=1024m\n')
  expect(logMemory(heaps)).toBe('JAVA_MEMORY=-Xms512m -Xmx512m\n')
})
