import { expect, test } from 'vitest'
import { createHourGatherer } from './hour-gatherer.ts'

const a = { probeId: 1, stream: 'a'.repeat(32) }
const b = { probeId: 2, stream: 'b'.repeat(32) }
const at = (hour: number, minute: number) => Date.UTC(2026, 10, 17, hour, minute)

test('collects ranges by hour of arrival, and returns them once', () => {
  const gatherer = createHourGatherer<'indexed' | 'dead'>()
  gatherer.add('indexed', at(1, 59), a, 0, 4)
  gatherer.add('indexed', at(2, 0), a, 5)
  gatherer.add('dead', at(2, 30), b, 9)
  gatherer.add('indexed', at(1, 0), a, 6)
  gatherer.add('indexed', at(2, 59), a, 7)
  expect(gatherer.take()).toEqual([
    {
      ...a,
      arrivedAt: new Date(at(1, 0)),
      indexed: [
        [0, 4],
        [6, 6],
      ],
    },
    {
      ...a,
      arrivedAt: new Date(at(2, 0)),
      indexed: [
        [5, 5],
        [7, 7],
      ],
    },
    { ...b, arrivedAt: new Date(at(2, 0)), dead: [[9, 9]] },
  ])
  expect(gatherer.take()).toEqual([])
  gatherer.add('indexed', at(2, 59), a, 8)
  expect(gatherer.take()).toEqual([{ ...a, arrivedAt: new Date(at(2, 0)), indexed: [[8, 8]] }])
})
