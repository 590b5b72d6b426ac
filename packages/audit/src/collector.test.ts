import { expect, test } from 'vitest'
import { createCollector } from './collector.ts'

const known = { bytes: 1, isStranger: false }
const stranger = { bytes: 1, isStranger: true }

function aCollector(options: Parameters<typeof createCollector>[1] = {}) {
  const written: { entries: readonly number[]; lost: number }[] = []
  const played = { isAway: false, failures: 0, lost: 0 }
  const collector = createCollector<number>(
    {
      async write(entries, lost) {
        if (played.isAway) throw new Error('away')
        written.push({ entries, lost })
      },
      onLost: () => {
        played.lost += 1
      },
      onFailure: () => {
        played.failures += 1
      },
    },
    { everyMs: 1, ...options },
  )
  return { collector, written, played }
}

test('writes collected entries together, in order, and once', async () => {
  const { collector, written } = aCollector()
  for (const each of [1, 2, 3]) collector.add(each, known)
  collector.start()
  await expect.poll(() => written.length).toBeGreaterThan(0)
  collector.add(4, known)
  await collector.stop()
  expect(written.flatMap(({ entries }) => entries)).toEqual([1, 2, 3, 4])
  expect(written[0]?.entries).toEqual([1, 2, 3])
})

test('writes one full batch per round under a steady load', async () => {
  const written: number[][] = []
  const collector = createCollector<number>(
    {
      async write(entries) {
        written.push([...entries])
        // The same number arrives during the write.
        if (written.length < 3) for (const each of entries) collector.add(each, known)
      },
      onLost: () => undefined,
      onFailure: () => undefined,
    },
    { everyMs: 40, atOnce: 2 },
  )
  for (const each of [1, 2, 3, 4]) collector.add(each, known)
  const startedAt = performance.now()
  collector.start()
  await expect.poll(() => written.length).toBeGreaterThanOrEqual(4)
  expect(performance.now() - startedAt).toBeGreaterThan(75)
  await collector.stop()
  expect(written).toEqual([
    [1, 2],
    [3, 4],
    [1, 2],
    [3, 4],
  ])
})

test('counts entries that do not fit, and writes the count', async () => {
  const { collector, written, played } = aCollector({ most: 3, atOnce: 2 })
  for (const each of [1, 2, 3, 4, 5]) collector.add(each, known)
  await collector.stop()
  expect(written).toEqual([
    { entries: [1, 2], lost: 2 },
    { entries: [3], lost: 0 },
  ])
  expect(played.lost).toBe(2)
})

test('limits bytes too, and reserves room for known callers', async () => {
  const { collector, written } = aCollector({ mostStrangers: 2, mostBytes: 100 })
  for (const each of [1, 2, 3]) collector.add(each, stranger)
  collector.add(4, known)
  collector.add(5, { bytes: 98, isStranger: false })
  await collector.stop()
  expect(written).toEqual([{ entries: [1, 2, 4], lost: 2 }])
})

test('keeps entries while writing fails, and reports the failure once', async () => {
  const { collector, written, played } = aCollector()
  played.isAway = true
  collector.add(1, known)
  collector.start()
  await expect.poll(() => played.failures).toBeGreaterThan(0)
  collector.add(2, known)
  played.isAway = false
  await expect.poll(() => written.length).toBeGreaterThan(0)
  await collector.stop()
  expect(written.flatMap(({ entries }) => entries)).toEqual([1, 2])
  expect(played.failures).toBe(1)
})

test('frees room after writing', async () => {
  const { collector, written } = aCollector({ most: 2, mostStrangers: 2 })
  collector.start()
  for (let turn = 0; turn < 5; turn += 1) {
    collector.add(turn, stranger)
    collector.add(turn, stranger)
    await expect.poll(() => written.flatMap(({ entries }) => entries)).toHaveLength(2 * turn + 2)
  }
  await collector.stop()
  expect(written.every(({ lost }) => lost === 0)).toBe(true)
})
