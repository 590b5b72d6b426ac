import type { AlertJob } from '@watchpost/contract'
import { counted, text } from '../../texts/text.ts'

/** What became of the alerts of jobs. */
export function outcomeOf(jobs: readonly AlertJob[]): string {
  const sum = (name: 'done' | 'changed' | 'missing') => jobs.reduce((total, job) => total + job[name], 0)
  const failure = jobs.find(({ state }) => state === 'failed')?.failure
  return sentences(
    counted('alerts.marked', sum('done')),
    sum('changed') > 0 && counted('jobs.leftAlone', sum('changed')),
    sum('missing') > 0 && counted('jobs.missing', sum('missing')),
    failure && text('jobs.failed', { why: failure }),
  )
}

/** What became of the undo of jobs. */
export function undoOutcomeOf(jobs: readonly AlertJob[]): string {
  const sum = (name: 'restored' | 'changed') => jobs.reduce((total, { undo }) => total + (undo?.[name] ?? 0), 0)
  return sentences(
    counted('jobs.restored', sum('restored')),
    sum('changed') > 0 && counted('jobs.leftAlone', sum('changed')),
  )
}

/** What a job sets, in a few words. */
export function changeWords({ change }: Pick<AlertJob, 'change'>): string {
  const { status, verdict, assignee, note, tags, add_tags, remove_tags } = change
  return [
    status && text(`status.${status}`),
    verdict !== undefined && text(`verdict.${verdict ?? 'none'}`),
    assignee !== undefined && `${text('alert.assignee')}: ${assignee ?? text('alert.noAssignee')}`,
    (tags ?? add_tags ?? remove_tags) !== undefined && text('alert.tags'),
    note !== undefined && text('alert.note'),
  ]
    .filter(Boolean)
    .join(', ')
}

function sentences(first: string, ...others: (string | false | null | undefined)[]): string {
  const more = others.filter(Boolean)
  return more.length === 0 ? first : [`${first}.`, ...more].join(' ')
}
