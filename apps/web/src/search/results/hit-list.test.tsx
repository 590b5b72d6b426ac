import type { SearchHit } from '@watchpost/sdk'
import { afterEach, expect, test } from 'vitest'
import { aCause, aCoverage } from '../../coverage/fixtures/a-coverage.ts'
import { drawCovered } from '../../coverage/fixtures/draw-covered.tsx'
import { useListing } from '../../kit/list/use-listing.ts'
import { readSearch } from '../../kit/navigation/search-state.ts'
import type { Aggregations } from '../use-search.ts'
import { HitList } from './hit-list.tsx'

let part: ReturnType<typeof drawCovered>
afterEach(() => part.leave())

const noProbes = aCoverage({ state: 'unknown', probe_count: 0, causes: [aCause('unknown'), aCause('no_probes')] })

function Hits({ aggregations }: { aggregations?: Aggregations }) {
  const hits = useListing<SearchHit, string, Aggregations>({
    queryKey: ['hits'],
    first: () =>
      Promise.resolve({ rows: [], next: undefined, total: { value: 0, isExact: true }, extra: aggregations }),
    load: () => Promise.reject(new Error('there is one page')),
  })
  const state = readSearch(new URLSearchParams())
  return <HitList hits={hits} state={state} active={-1} onOpen={() => undefined} />
}

const timesSaid = () => part.shown().match(/no probe was connected/gi)?.length ?? 0

test('an empty result says once that no probe was connected', async () => {
  part = drawCovered(noProbes, <Hits />)
  await expect.poll(part.shown).toContain('0 found; no probe was connected')
  expect(timesSaid()).toBe(1)
})

test('a search for counts only says it next to the total', async () => {
  part = drawCovered(noProbes, <Hits aggregations={{}} />)
  await expect.poll(part.shown).toBe('0 eventsNo probe was connected')
})
