import { createLogger } from '@watchpost/runtime'
import { expect, test } from 'vitest'
import { createSweep } from './sweep.ts'

function aSweep(generations: { day: string; isRemoved: boolean }[]) {
  const removed: string[] = []
  const sweep = createSweep({
    generations: { list: async () => generations },
    clusters: {
      removeBefore: async (instant) => {
        removed.push(instant)
        return 1
      },
    },
    logger: createLogger('test', 'silent'),
  })
  return { sweep, removed }
}

test('removes clusters a month after the alerts of their time', async () => {
  const { sweep, removed } = aSweep([
    { day: '2026-10-01', isRemoved: true },
    { day: '2026-10-02', isRemoved: false },
    { day: '2026-11-01', isRemoved: false },
  ])
  await sweep()
  expect(removed).toEqual(['2026-09-01T00:00:00.000Z'])
})

test('removes nothing until a generation was removed', async () => {
  const { sweep, removed } = aSweep([{ day: '2026-10-02', isRemoved: false }])
  await sweep()
  await aSweep([]).sweep()
  expect(removed).toEqual([])
})
