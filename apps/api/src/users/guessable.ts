const rows = ['`1234567890-=', 'qwertyuiop[]', "asdfghjkl;'", 'zxcvbnm,./', 'abcdefghijklmnopqrstuvwxyz', '0123456789']
/** `1qaz2wsx…`: the columns of the keyboard. */
const columns = ['1qaz', '2wsx', '3edc', '4rfv', '5tgb', '6yhn', '7ujm', '8ik,', '9ol.', '0p;/']
const walks = [...rows, ...columns, columns.join('')].flatMap((row) => [row, reversed(row)])

/** Up to this many runs in a row still count as guessable: `qwertyuiop1234567890`. */
const mostRuns = 4
const shortestRun = 3

/** Characters that people add to a word to disguise it. */
const decoration = String.raw`[\p{N}\p{P}\s$+<=>^|~]+`
const decorations = new RegExp(`^${decoration}|${decoration}$`, 'gu')
const shortestUnit = 4

/** Whether a password, in lower case, is easy to guess: a common one, plain or decorated. */
export function isGuessable(plain: string, isCommon: (password: string) => boolean): boolean {
  const core = plain.replace(decorations, '')
  const unit = unitOf(plain)
  return [plain, core, unit, unitOf(core)].some(isCommon) || lengthOf(unit) < shortestUnit || isRuns(plain)
}

/** Length in code points, as a person would count, not in UTF-16 units. */
export function lengthOf(text: string): number {
  return Array.from(text).length
}

/** The repeated unit of a text, `abc` for `abcabca`; the text itself if nothing repeats. */
function unitOf(text: string): string {
  const letters = Array.from(text)
  for (let length = 1; length * 2 <= letters.length; length += 1) {
    if (letters.every((letter, at) => letter === letters[at % length])) return letters.slice(0, length).join('')
  }
  return text
}

/** Whether it consists of a few runs of adjacent keys, consecutive letters or digits, or of one repeated character. */
function isRuns(text: string): boolean {
  let rest = text
  for (let runs = 0; runs < mostRuns; runs += 1) {
    rest = rest.slice(longestRun(rest))
    if (lengthOf(rest) < shortestRun) return true
  }
  return false
}

function longestRun(text: string): number {
  const same = /^(.)\1*/su.exec(text)?.[0].length ?? 0
  const walked = walks.map((walk) => runAlong(text, walk))
  const longest = Math.max(same, ...walked)
  return longest >= shortestRun ? longest : 0
}

function runAlong(text: string, walk: string): number {
  const start = walk.indexOf(text.charAt(0))
  if (start < 0) return 0
  let length = 0
  while (length < text.length && text.charAt(length) === walk.charAt(start + length) && start + length < walk.length) {
    length += 1
  }
  return length
}

function reversed(text: string): string {
  return Array.from(text).toReversed().join('')
}
