import type { ClippedFacts } from './clip-facts.ts'
import { addCounts, type CoverageCounts, HOUR_MS, noCounts } from './coverage-facts.ts'

/** An hour and its deviations. */
export interface HourCounts extends CoverageCounts {
  hour: Date
  /** `received` and `indexed` are as far as the facts contain them. */
  received: number
  indexed: number
  /** Probes that were silent for a part of the hour. */
  silentProbes: number
}

type Part = Pick<ClippedFacts, 'hours' | 'silences' | 'losses'>

/** Facts by hour, oldest first. Hours without facts are omitted. */
export function countByHour({ hours, silences, losses }: Part): HourCounts[] {
  const rows = new Map<number, HourCounts>()
  const rowOf = (hourMs: number): HourCounts => {
    let row = rows.get(hourMs)
    if (!row) {
      row = { hour: new Date(hourMs), received: 0, indexed: 0, silentProbes: 0, ...noCounts }
      rows.set(hourMs, row)
    }
    return row
  }
  for (const each of hours) {
    const row = rowOf(each.hour.getTime())
    row.received += each.received ?? 0
    row.indexed += each.indexed ?? 0
    addCounts(row, each)
  }
  for (const { hour, dropped } of losses) rowOf(hour.getTime()).droppedPackets += dropped
  addSilences(silences, rowOf)
  return [...rows.values()].sort((one, other) => one.hour.getTime() - other.hour.getTime())
}

/** A probe that is silent twice in an hour counts once. */
function addSilences(silences: ClippedFacts['silences'], rowOf: (hourMs: number) => HourCounts): void {
  const counted = new Map<number, Set<number>>()
  for (const { probeId, from, to } of silences) {
    const ofProbe = counted.get(probeId) ?? new Set()
    counted.set(probeId, ofProbe)
    let at = from.getTime()
    while (at < to.getTime()) {
      const hourMs = Math.floor(at / HOUR_MS) * HOUR_MS
      const end = Math.min(hourMs + HOUR_MS, to.getTime())
      const row = rowOf(hourMs)
      row.silentSeconds += (end - at) / 1_000
      if (!ofProbe.has(hourMs)) row.silentProbes += 1
      ofProbe.add(hourMs)
      at = end
    }
  }
}
