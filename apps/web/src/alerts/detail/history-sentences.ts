import type { AlertHistoryEntry } from '@watchpost/contract'
import { text } from '../../texts/text.ts'

type Changes = AlertHistoryEntry['changes']

/** One sentence for each field that a change has set, changed or cleared. */
export function sentencesOf({ status, verdict, reason, assignee, tags, note }: Changes): string[] {
  return [
    ...sentence('alert.status', status, (value) => text(`status.${value}`)),
    ...sentence('alert.verdict', verdict, (value) => (value === null ? '' : text(`verdict.${value}`))),
    ...sentence('alert.reason', reason, quoted),
    ...sentence('alert.assignee', assignee, (value) => value ?? ''),
    ...sentence('alert.tags', tags, (value) => value.join(', ')),
    ...sentence('alert.note', note, quoted),
  ]
}

type FieldKey = 'alert.status' | 'alert.verdict' | 'alert.reason' | 'alert.assignee' | 'alert.tags' | 'alert.note'

function sentence<Value>(
  key: FieldKey,
  change: { from: Value; to: Value } | undefined,
  write: (value: Value) => string,
): string[] {
  if (!change) return []
  const [name, from, to] = [text(key), write(change.from), write(change.to)]
  if (from === '') return [text('alert.historySet', { name, to })]
  return [to === '' ? text('alert.historyCleared', { name, from }) : text('alert.historyChanged', { name, from, to })]
}

function quoted(value: string): string {
  return value === '' ? '' : `“${value}”`
}
