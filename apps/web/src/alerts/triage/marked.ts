import type { AlertMark, AlertMarkChange } from '@watchpost/contract'

/** Applies a change to a mark in the same way as the API. */
export function markedBy(mark: AlertMark, change: AlertMarkChange): AlertMark {
  const { status = mark.status, note = mark.note, verdict = mark.verdict, assignee = mark.assignee } = change
  const tags = new Set([...(change.tags ?? mark.tags), ...(change.add_tags ?? [])])
  for (const tag of change.remove_tags ?? []) tags.delete(tag)
  const reason = change.reason ?? (verdict === mark.verdict ? mark.reason : '')
  return { ...mark, status, note, tags: [...tags].sort(), verdict, reason, assignee }
}

/** Splits typed tags at commas and spaces. */
export function tagsIn(typed: string): string[] {
  return [...new Set(typed.split(/[\s,]+/).filter(Boolean))]
}
