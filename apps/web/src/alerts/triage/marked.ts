import type { AlertMark, AlertMarkChange } from '@watchpost/contract'

/** A mark after a change, as the appliance makes it. */
export function markedBy(mark: AlertMark, change: AlertMarkChange): AlertMark {
  const base = change.tags ?? mark.tags
  const added = new Set([...base, ...(change.add_tags ?? [])])
  for (const tag of change.remove_tags ?? []) added.delete(tag)
  return { ...mark, status: change.status ?? mark.status, note: change.note ?? mark.note, tags: [...added] }
}

/** The tags in what someone typed, with commas or blanks between. */
export function tagsIn(typed: string): string[] {
  return [...new Set(typed.split(/[\s,]+/).filter(Boolean))]
}
