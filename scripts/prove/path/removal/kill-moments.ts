import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntil } from '@watchpost/servers'
import type { Store } from '@watchpost/store'
import type { createChance } from '../../harness/chance.ts'
import { type GenerationRow, readGenerations } from './generation-rows.ts'

type Chance = ReturnType<typeof createChance>

const soon = { withinMs: 10_000, everyMs: 3 }
const kinds = ['marked', 'index-gone', 'early'] as const

/** Waits for a moment during the removal of the oldest generation: each kind in turn, then a random delay. */
export async function untilKillMoment(store: Store, engine: string, chance: Chance, turn: number): Promise<string> {
  const kind = kinds[turn % kinds.length] ?? 'early'
  const oldest = (await readGenerations(store)).find((each) => each.isSealed && !each.isRemoved)
  if (!oldest || kind === 'early') await sleep(chance.below(400))
  else if (kind === 'marked') {
    const isMarked = async () => (await readGenerations(store)).some((each) => isSame(each, oldest) && each.isRemoved)
    await waitUntil(isMarked, soon)
    await sleep(chance.below(60))
  } else {
    await waitUntil(() => isAnyIndexGone(engine, oldest), soon)
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
