import { afterEach, expect, test } from 'vitest'
import { CoverageNote } from './coverage-note.tsx'
import { aCause, aCoverage, at, twoSilent } from './fixtures/a-coverage.ts'
import { drawCovered } from './fixtures/draw-covered.tsx'

let part: ReturnType<typeof drawCovered>
afterEach(() => part.leave())

const noProbes = aCoverage({
  state: 'unknown',
  probe_count: 0,
  known_from: at('13:07'),
  causes: [aCause('unknown'), aCause('no_probes')],
})
const silentAndUnrecorded = {
  ...twoSilent(false),
  known_from: at('13:07'),
  causes: [...twoSilent(false).causes, aCause('unknown')],
}
const twoCauses = aCoverage({
  state: 'incomplete',
  affected_probe_count: 1,
  causes: [aCause('missing', { count: 3 }), aCause('dead_lettered', { count: 2 })],
})

test.each([
  ['no probes', noProbes, '0 found; no probe was connected No record before 13:07 Details'],
  [
    'silent probes',
    silentAndUnrecorded,
    '0 found; 2 of 8 probes had no coverage 14:00–14:35 No record before 13:07 Details',
  ],
  [
    'incomplete coverage',
    twoCauses,
    '0 found; 1 of 8 probes had incomplete coverage 14:00–14:35 3 events missing, 14:00–14:35; 2 dead letters, 14:00–14:35 Details',
  ],
])('an empty result with %s names each cause once', async (_, coverage, words) => {
  part = drawCovered(coverage, <CoverageNote />)
  await expect.poll(part.shown).toBe(words)
})

test('a brief note has no list of causes', async () => {
  part = drawCovered(noProbes, <CoverageNote isBrief />)
  await expect.poll(part.shown).toBe('0 found; no probe was connected  Details')
})
