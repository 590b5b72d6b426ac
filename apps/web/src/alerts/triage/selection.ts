import type { AlertRow } from '../list/alert-row.ts'

/** The selected rows by the UUID of their alert. Rows stay selected when they are scrolled out of memory. */
export type Selection = ReadonlyMap<string, AlertRow>

export const noneSelected: Selection = new Map()

export function toggled(selection: Selection, row: AlertRow): Selection {
  const next = new Map(selection)
  if (!next.delete(row.uuid)) next.set(row.uuid, row)
  return next
}

export function withRows(selection: Selection, rows: readonly AlertRow[]): Selection {
  return new Map([...selection, ...rows.map((row) => [row.uuid, row] as const)])
}

/** The loaded rows between two indexes, in either direction. */
export function loadedBetween(rowAt: (index: number) => AlertRow | undefined, from: number, to: number): AlertRow[] {
  const [first, last] = from < to ? [from, to] : [to, from]
  const rows: AlertRow[] = []
  for (let index = Math.max(first, 0); index <= last; index += 1) {
    const row = rowAt(index)
    if (row) rows.push(row)
  }
  return rows
}
