import type { Generation } from '@watchpost/store'

/** An open generation, for tests. */
export function aGeneration(number: number, change: Partial<Generation> = {}): Generation {
  return {
    number,
    day: '2026-11-15',
    isSealed: false,
    isRemoved: false,
    isDeleted: false,
    isRollOverRequested: false,
    openedAt: new Date('2026-11-15'),
    ...change,
  }
}
