import type { PairedProbes } from './alert-row.ts'

/** Listings show a newly paired or revoked probe after at most this time. */
const VIEW_AGE_MS = 2_000

/** The probes that are paired now. All callers share one query at most every two seconds. */
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
        // Report a failure to the current callers, but do not cache it.
        asked.catch(() => {
          if (view === asked) view = undefined
        })
      }
      return view
    },
  }
}
