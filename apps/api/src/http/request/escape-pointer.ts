/** A member name as one step of a JSON pointer (RFC 6901). Cut, because the name comes from the caller. */
export function escapePointer(name: string): string {
  return name.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1')
}
