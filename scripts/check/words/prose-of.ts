/** The text of a file that people read, line by line, without code. */
export function proseOf(path: string, text: string): string[] {
  const lines = text.split('\n')
  return path.endsWith('.md') ? withoutFences(lines).map(withoutSpans) : lines.map(proseInCode)
}

function withoutFences(lines: readonly string[]): string[] {
  let isCode = false
  return lines.map((line) => {
    const isFence = /^\s*(```|~~~)/.test(line)
    if (isFence) isCode = !isCode
    return isCode || isFence ? '' : line
  })
}

/** Also removes link targets: they are paths. */
function withoutSpans(line: string): string {
  return line.replaceAll(/`[^`]*`/g, '').replaceAll(/\]\([^)]*\)/g, ']')
}

/** Comments, and strings of more than one word. A string of one word is a name. */
function proseInCode(line: string): string {
  const [, comment] = /^\s*(?:\{?\/\*+|\*|\/\/)(.*)$/.exec(line) ?? /(?:^|\s)\/\/ (.*)$/.exec(line) ?? []
  if (comment !== undefined) return withoutSpans(comment)
  const strings = line.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`([^`]*)`/g)
  return Array.from(strings, ([, single, double, template]) => single ?? double ?? template ?? '')
    .map((each) => each.replaceAll(/\$\{[^}]*\}/g, '…'))
    .filter((each) => /\S\s+\S/.test(each))
    .join(' · ')
}
