import type { AlertMark, AlertMarkChange } from '@watchpost/contract'

/** Applies a change to a mark in the same way as the API. */
export function markedBy(mark: AlertMark, change: AlertMarkChange): AlertMark {
  const base = change.tags ?? mark.tags
  const added = new Set([...base, ...(change.add_tags ?? [])])
  for (const tag of change.remove_tags ?? []) added.delete(tag)
  return { ...mark, status: change.status ?? mark.status, note: change.note ?? mark.note, tags: [...added] }
}

/** Splits typed tags at commas and spaces. */
export function tagsIn(typed: string): string[] {
  return [...new Set(typed.split(/[\s,]+/).filter(Boolean))]
}
