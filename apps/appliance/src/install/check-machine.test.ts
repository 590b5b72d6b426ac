import { expect, test } from 'vitest'
import { type InstallFacts, judgeInstallation } from './check-machine.ts'

const GIB = 1024 ** 3
const good: InstallFacts = {
  memoryBytes: 16 * GIB,
  freeBytes: 200 * GIB,
  takenPorts: [],
  isClockSynchronised: true,
  missing: [],
}
const levels = (facts: Partial<InstallFacts>) =>
  judgeInstallation({ ...good, ...facts })
    .filter(({ level }) => level !== 'good')
    .map(({ part, level }) => `${part} ${level}`)

test('accepts a machine that fits', () => {
  expect(levels({})).toEqual([])
})

test.each([
  [{ memoryBytes: 2 * GIB }, 'memory bad'],
  [{ memoryBytes: 4 * GIB }, 'memory warning'],
  [{ freeBytes: 3 * GIB }, 'disk bad'],
  [{ freeBytes: 20 * GIB }, 'disk warning'],
  [{ takenPorts: [9_092] }, 'ports bad'],
  [{ isClockSynchronised: false }, 'clock warning'],
  [{ isClockSynchronised: undefined }, 'clock warning'],
  [{ missing: ['/usr/lib/watchpost-log/libs'] }, 'software bad'],
] as const)('reports %o', (facts, expected) => {
  expect(levels(facts)).toEqual([expected])
})
