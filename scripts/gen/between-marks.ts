/** Replaces the text between two marker lines of a page. */
export function replaceBetween(page: string, begin: string, end: string, text: string): string {
  const from = page.indexOf(begin)
  const to = page.indexOf(end)
  if (from === -1 || to < from) throw new Error(`the page has no lines ${begin} and ${end}`)
  return `${page.slice(0, from + begin.length)}\n\n${text}\n\n${page.slice(to)}`
}
