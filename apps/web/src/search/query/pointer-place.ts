/** A range of text. */
export interface TextPlace {
  from: number
  to: number
}

/**
 * The range of the value that a pointer names in a JSON text, including its key. If the value does not exist, it is the
 * range of its closest existing parent.
 */
export function placeOfPointer(text: string, pointer: string): TextPlace | undefined {
  const steps = pointer
    .replace(/^#?\/?/, '')
    .split('/')
    .filter((step) => step !== '')
    .map((step) => decode(step).replaceAll('~1', '/').replaceAll('~0', '~'))
  const scanner = { text, at: 0 }
  skipBlanks(scanner)
  if (scanner.at >= text.length) return undefined
  const { from, to } = follow(scanner, steps)
  return { from, to: Math.min(to, text.length) }
}

interface Scanner {
  text: string
  at: number
}

/** Reads the value at the scanner. Returns its range, or that of the value inside it that the steps lead to. */
function follow(scanner: Scanner, steps: readonly string[], keyFrom?: number): TextPlace {
  skipBlanks(scanner)
  const from = keyFrom ?? scanner.at
  const opening = scanner.text[scanner.at]
  const [step, ...rest] = steps
  let inner: TextPlace | undefined
  if (opening === '{' || opening === '[') {
    for (const member of membersOf(scanner, opening)) {
      const place = follow(scanner, member.name === step ? rest : [], member.from)
      if (member.name === step) inner = place
    }
  } else skipScalar(scanner)
  const own = { from, to: scanner.at }
  return step === undefined ? own : (inner ?? own)
}

/** Stops at each value of an object or list. The caller must read the value before continuing. */
function* membersOf(scanner: Scanner, opening: '{' | '['): Generator<{ name: string; from: number }> {
  const closing = opening === '{' ? '}' : ']'
  scanner.at += 1
  for (let index = 0; scanner.at < scanner.text.length; index += 1) {
    skipBlanks(scanner)
    if (scanner.text[scanner.at] === closing) break
    const from = scanner.at
    if (opening === '[') yield { name: String(index), from }
    else {
      const name = readString(scanner)
      skipBlanks(scanner)
      scanner.at += 1
      yield { name, from }
    }
    skipBlanks(scanner)
    if (scanner.text[scanner.at] === ',') scanner.at += 1
  }
  scanner.at += 1
}

function readString(scanner: Scanner): string {
  const from = scanner.at
  skipScalar(scanner)
  try {
    return String(JSON.parse(scanner.text.slice(from, scanner.at)))
  } catch {
    return ''
  }
}

function skipScalar(scanner: Scanner): void {
  const pattern = scanner.text[scanner.at] === '"' ? /"(?:[^"\\]|\\.)*"?/y : /[^\s,\]}]+/y
  pattern.lastIndex = scanner.at
  scanner.at = pattern.test(scanner.text) ? pattern.lastIndex : scanner.at + 1
}

function skipBlanks(scanner: Scanner): void {
  while (/\s/.test(scanner.text[scanner.at] ?? '')) scanner.at += 1
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}
