import { expect, test } from 'vitest'
import type { ChainEnd } from './chain.ts'
import { aTrail } from './fixtures/a-trail.ts'
import { fromTheBeginning } from './verify-trail.ts'
import { walkChain } from './walk-chain.ts'

const silently = { tell: (id: number | null, says: string) => expect.unreachable(`row ${id}: ${says}`) }

test('a walk ends with the row that reaches the entry limit, and continues from there', async () => {
  const { source } = aTrail(35)
  const whole = await walkChain(source, fromTheBeginning, silently)
  let end: ChainEnd = fromTheBeginning
  let [rows, entries, walks] = [0, 0, 0]
  while (end.lastId < whole.end.lastId) {
    const part = await walkChain(source, end, { ...silently, mostEntries: 5 })
    expect(part.entries).toBeLessThan(5 + 3)
    end = part.end
    rows += part.rows
    entries += part.entries
    walks += 1
  }
  expect({ end, rows, entries }).toEqual(whole)
  expect(walks).toBeGreaterThan(2)
})

test('limits the rows too', async () => {
  const { source } = aTrail(35)
  expect(await walkChain(source, fromTheBeginning, { ...silently, mostRows: 7 })).toMatchObject({
    rows: 7,
    end: { lastId: 7 },
  })
})
