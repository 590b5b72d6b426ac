import { isProblem } from '@watchpost/sdk'

/** The error for one part of the request body, `#/hostname` or anything inside it. */
export function errorAt(error: unknown, pointer: string): string | undefined {
  if (!isProblem(error)) return undefined
  const found = error.errors.filter((each) => isWithin(each.pointer, pointer)).map(({ detail }) => detail)
  return found.length === 0 ? undefined : [...new Set(found)].join('; ')
}

/** Errors for parts of the body that none of these fields shows, so that no error is lost. */
export function errorsElsewhere(error: unknown, pointers: readonly string[]): string[] {
  if (!isProblem(error)) return []
  return error.errors
    .filter((each) => !pointers.some((pointer) => isWithin(each.pointer, pointer)))
    .map(({ pointer, detail }) => (pointer === undefined ? detail : `${pointer.replace(/^#\/?/, '')} ${detail}`.trim()))
}

function isWithin(place: string | undefined, pointer: string): boolean {
  return place === pointer || place?.startsWith(`${pointer}/`) === true
}
