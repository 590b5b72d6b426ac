import { dirname, posix } from 'node:path'
import { anchorOf } from '../gen/guide-contents.ts'

/** Reads a file by its path from the root of the repository; `undefined` if there is none. */
export type ReadFile = (path: string) => string | undefined

const LINK = /\]\(([^)\s]+)\)/g
/** Documents that a text in the product or a comment names, by their path from the root. */
const NAMED_PAGE = /\bdocs\/[\w./-]+\.md(?:#[\w-]+)?/g

/** Links of a file to files or headings that do not exist. */
export function brokenLinks(path: string, text: string, read: ReadFile): string[] {
  const targets = path.endsWith('.md')
    ? linksOf(text).map((link) => fromRoot(path, link))
    : (text.match(NAMED_PAGE) ?? [])
  return targets.filter((target) => !leads(target, read)).map((target) => `${path}: ${target}`)
}

function linksOf(page: string): string[] {
  return withoutCode(page)
    .flatMap((line) => Array.from(line.matchAll(LINK), ([, link = '']) => link))
    .filter((link) => !/^[a-z]+:/.test(link))
}

function fromRoot(path: string, link: string): string {
  return link.startsWith('#') ? path + link : posix.normalize(posix.join(dirname(path), link))
}

function leads(target: string, read: ReadFile): boolean {
  const [path = '', anchor] = target.split('#')
  const text = read(path)
  return text !== undefined && (anchor === undefined || anchorsOf(text).has(anchor))
}

/** A heading that occurs again gets a number on GitHub. */
function anchorsOf(page: string): Set<string> {
  const anchors = new Set<string>()
  for (const line of withoutCode(page)) {
    const [, title] = /^#{1,6} (.+)$/.exec(line) ?? []
    if (title === undefined) continue
    const anchor = anchorOf(title)
    let again = 0
    while (anchors.has(again === 0 ? anchor : `${anchor}-${again}`)) again++
    anchors.add(again === 0 ? anchor : `${anchor}-${again}`)
  }
  return anchors
}

function withoutCode(page: string): string[] {
  let isCode = false
  return page.split('\n').filter((line) => {
    const isFence = /^\s*```/.test(line)
    if (isFence) isCode = !isCode
    return !isCode && !isFence
  })
}
