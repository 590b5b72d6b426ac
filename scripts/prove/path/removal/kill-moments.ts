import { setTimeout as sleep } from 'node:timers/promises'
import type { Store } from '@watchpost/store'
import type { createChance } from '../../chance.ts'
import { type GenerationRow, readGenerations } from './generation-rows.ts'

type Chance = ReturnType<typeof createChance>

const GIVE_UP_MS = 10_000
const kinds = ['marked', 'index-gone', 'early'] as const

/** Waits for a moment in the removal of the oldest generation: each kind in turn, then a random delay. */
export async function untilKillMoment(store: Store, engine: string, chance: Chance, turn: number): Promise<string> {
  const kind = kinds[turn % kinds.length] ?? 'early'
  const oldest = (await readGenerations(store)).find((each) => each.isSealed && !each.isRemoved)
  if (!oldest || kind === 'early') await sleep(chance.below(400))
  else if (kind === 'marked') {
    await until(async () => (await readGenerations(store)).some((each) => isSame(each, oldest) && each.isRemoved))
    await sleep(chance.below(60))
  } else {
    await until(() => isAnyIndexGone(engine, oldest))
    await sleep(chance.below(20))
  }
  return kind
}

const isSame = (a: GenerationRow, b: GenerationRow) => a.number === b.number

async function isAnyIndexGone(engine: string, { day, number }: GenerationRow): Promise<boolean> {
  const name = `network_events-${day.replaceAll('-', '.')}-${String(number).padStart(6, '0')}`
  const { status } = await fetch(`${engine}/${name}`, { method: 'HEAD' })
  return status === 404
}

async function until(isDue: () => Promise<boolean>): Promise<void> {
  const startedAt = Date.now()
  while (Date.now() - startedAt < GIVE_UP_MS && !(await isDue())) await sleep(3)
}
