import { isProblem } from '@watchpost/sdk'

/** What the appliance says of one place of a body: `#/hostname`, or anything inside of it. */
export function errorAt(error: unknown, pointer: string): string | undefined {
  if (!isProblem(error)) return undefined
  const found = error.errors.filter((each) => isWithin(each.pointer, pointer)).map(({ detail }) => detail)
  return found.length === 0 ? undefined : [...new Set(found)].join('; ')
}

/** What it says of places that none of these fields is for, so that nothing it says is lost. */
export function errorsElsewhere(error: unknown, pointers: readonly string[]): string[] {
  if (!isProblem(error)) return []
  return error.errors
    .filter((each) => !pointers.some((pointer) => isWithin(each.pointer, pointer)))
    .map(({ pointer, detail }) => (pointer === undefined ? detail : `${pointer.replace(/^#\/?/, '')} ${detail}`.trim()))
}

function isWithin(place: string | undefined, pointer: string): boolean {
  return place === pointer || place?.startsWith(`${pointer}/`) === true
}
