import { expect, test } from 'vitest'
import { aClockedStore } from '../../test/a-clocked-store.ts'
import { aProbeIdentity } from '../../test/a-probe-identity.ts'

/** A small seeded generator, so that a schedule can be repeated. */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

/**
 * Models an agent by its files: after a start it uses the certificate that it saved last. It is killed at random
 * between the request, the response, the save and the first use, and may be offline for long.
 */
test.each([1, 2, 3])(
  'no crash locks an agent out or raises a clone sign, with seed %i',
  { timeout: 60_000 },
  async (seed) => {
    await using clocked = await aClockedStore()
    const probe = await aProbeIdentity(clocked.store)
    const next = chance(seed)
    let saved: Buffer = probe.first
    const used = async () => expect(await probe.use(saved)).toEqual({ isIn: true, reasons: [] })
    for (let turn = 0; turn < 25; turn += 1) {
      await used()
      const issued = await probe.renew(saved)
      expect(issued, 'what is in use can always be renewed').not.toBe('refused')
      const isSaved = next() < 0.6
      if (isSaved) saved = issued as Buffer
      // Killed here or not, it continues with the certificate that it saved.
      if (next() < 0.5) clocked.pass(Math.floor(next() * 7_200))
      await used()
      if (next() < 0.3) await used()
      expect((await probe.live()).length).toBeLessThanOrEqual(2)
    }
  },
)
