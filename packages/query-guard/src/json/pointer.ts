/** A position in the body, as a linked list: the text is only built for a refusal. */
export interface Path {
  readonly parent: Path | undefined
  readonly key: string | number
}

/** One level down; the root of the body is `undefined`. */
export function at(parent: Path | undefined, key: string | number): Path {
  return { parent, key }
}

/** The JSON pointer of a list of keys, as a URI fragment: `#/aggs/a~1b/terms`. */
export function pointerOf(keys: readonly (string | number)[]): string {
  return `#${keys.map((key) => `/${encode(String(key))}`).join('')}`
}

/** The JSON pointer of a path, as a URI fragment. */
export function pointer(path: Path | undefined): string {
  const keys: (string | number)[] = []
  for (let step = path; step; step = step.parent) keys.push(step.key)
  return pointerOf(keys.toReversed())
}

function encode(key: string): string {
  const escaped = key.replaceAll('~', '~0').replaceAll('/', '~1')
  // encodeURI throws on a lone surrogate, which a key may contain.
  return encodeURI(escaped.toWellFormed()).replaceAll('#', '%23')
}
