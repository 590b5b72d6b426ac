import { type AlertMarkChange, AppError } from '@watchpost/contract'
import type { MarkChange } from '@watchpost/store'

/** A change as the store takes it. `pointer` is the place of the change in the body. */
export function markChangeOf(wanted: AlertMarkChange, pointer = '#'): MarkChange {
  if (wanted.reason !== undefined && !wanted.verdict) {
    throw refusal(`${pointer}/reason`, 'Allowed only with a verdict.')
  }
  const { add_tags: addTags, remove_tags: removeTags, ...rest } = wanted
  return { ...rest, ...(addTags && { addTags }), ...(removeTags && { removeTags }) }
}

/** Why the store did not make a change. */
export function markProblem(refused: 'too-many-tags' | 'unknown-assignee', pointer = '#'): AppError {
  return refused === 'too-many-tags'
    ? new AppError('invalid-request', 'An alert has at most 20 tags.')
    : refusal(`${pointer}/assignee`, 'Must be the name of an enabled user who may change alerts.')
}

function refusal(pointer: string, detail: string): AppError {
  return new AppError('invalid-request', undefined, { errors: [{ pointer, detail }] })
}
