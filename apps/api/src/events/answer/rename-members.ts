import type { HitNames } from '@watchpost/query-guard'

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const CLOSERS = new Set([0x5d, 0x7d])
const OPENERS = new Set([0x5b, 0x7b])

/**
 * Renames the members of a JSON object, given with its brackets, as the caller asked. A member that was requested by
 * several names is repeated. Values stay byte for byte as the engine wrote them.
 */
export function renameMembers(object: Buffer, names: HitNames): Buffer {
  const members = membersOf(object).flatMap(({ name, value }) =>
    (names.get(name) ?? [name]).map((each) => Buffer.concat([Buffer.from(`${JSON.stringify(each)}:`), value])),
  )
  const joined = members.flatMap((member, turn) => (turn === 0 ? [member] : [Buffer.from(','), member]))
  return Buffer.concat([Buffer.from('{'), ...joined, Buffer.from('}')])
}

interface Member {
  name: string
  value: Buffer
}

/** The members of an object; their values are not parsed. */
function membersOf(object: Buffer): Member[] {
  const members: Member[] = []
  let at = 1
  for (;;) {
    const open = object.indexOf(QUOTE, at)
    if (open < 0) return members
    const close = endOfText(object, open)
    const colon = object.indexOf(0x3a, close)
    const end = endOfValue(object, colon + 1)
    members.push({
      name: JSON.parse(object.toString('utf8', open, close)) as string,
      value: object.subarray(colon + 1, end),
    })
    at = end + 1
  }
}

/** Where a string that starts here ends: after its closing quote. */
function endOfText(bytes: Buffer, start: number): number {
  let at = start + 1
  while (bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at + 1
}

/** Where a value ends: at the next comma or at the enclosing bracket. */
function endOfValue(bytes: Buffer, start: number): number {
  let depth = 0
  let at = start
  while (at < bytes.length) {
    const byte = bytes[at] as number
    if (byte === QUOTE) {
      at = endOfText(bytes, at)
      continue
    }
    if (depth === 0 && (byte === COMMA || CLOSERS.has(byte))) return at
    if (OPENERS.has(byte)) depth++
    else if (CLOSERS.has(byte)) depth--
    at++
  }
  return at
}
