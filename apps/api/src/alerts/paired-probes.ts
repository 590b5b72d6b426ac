import type { PairedProbes } from './alert-row.ts'

/** A probe that was paired or revoked shows so in the listings after at most this time. */
const VIEW_AGE_MS = 2_000

/** Which probes are paired now, asked for at most every two seconds, by all callers together. */
export function createPairedProbes(
  store: { list(): Promise<{ id: number; isPaired: boolean }[]> },
  now: () => number = Date.now,
) {
  let view: Promise<PairedProbes> | undefined
  let askedAt = 0

  async function ask(): Promise<PairedProbes> {
    const probes = await store.list()
    return new Set(probes.filter(({ isPaired }) => isPaired).map(({ id }) => id))
  }

  return {
    paired(): Promise<PairedProbes> {
      if (!view || now() - askedAt > VIEW_AGE_MS) {
        askedAt = now()
        const asked = ask()
        view = asked
        // A failure is told to who asked, and not kept for the next.
        asked.catch(() => {
          if (view === asked) view = undefined
        })
      }
      return view
    },
  }
}
