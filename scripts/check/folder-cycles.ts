import { dirname, join, normalize } from 'node:path/posix'
import { homeOf, importsIn, type SourceFile } from './import-rule.ts'

/**
 * Imports between the folders of an app or package must not form cycles. Files directly in `src` are ignored.
 * Exceptions are written as `apps/web: from -> to`; an exception that is not needed is an error too.
 */
export function folderCycles(files: readonly SourceFile[], exceptions: readonly string[]): string[] {
  const byHome = Map.groupBy(
    files.filter(({ path }) => /^(apps|packages)\/[^/]+\/src\//.test(path) && !/\.test\.tsx?$/.test(path)),
    ({ path }) => homeOf(path)?.folder ?? '',
  )
  const needed = new Set<string>()
  const breaches = [...byHome].flatMap(([home, own]) => {
    const edges = edgesOf(home, own)
    const isException = (edge: string) => exceptions.includes(`${home}: ${edge}`)
    for (const edge of circular([...edges.keys()])) if (isException(edge)) needed.add(`${home}: ${edge}`)
    return circular([...edges.keys()].filter((edge) => !isException(edge))).map(
      (edge) => `${home}: the imports ${edge} are part of a circle, for example in ${edges.get(edge) ?? ''}`,
    )
  })
  const idle = exceptions.filter((each) => !needed.has(each)).map((each) => `${each}: this exception is not needed`)
  return [...breaches, ...idle]
}

/** Edges `from -> to`, each with a file that has such an import. */
function edgesOf(home: string, files: readonly SourceFile[]): Map<string, string> {
  const edges = new Map<string, string>()
  for (const { path, text } of files) {
    for (const specifier of importsIn(text)) {
      if (!specifier.startsWith('.')) continue
      const [from, to] = [folderOf(home, path), folderOf(home, normalize(join(dirname(path), specifier)))]
      if (from && to && from !== to) edges.set(`${from} -> ${to}`, path)
    }
  }
  return edges
}

/** The first folder under `src`; undefined for files directly in it. */
function folderOf(home: string, path: string): string | undefined {
  const [first, ...rest] = path.slice(`${home}/src/`.length).split('/')
  return rest.length === 0 ? undefined : first
}

/** Edges that are part of a cycle. */
function circular(edges: readonly string[]): string[] {
  const pairs = edges.map((edge) => edge.split(' -> ') as [string, string])
  const reaches = (from: string, goal: string, seen: Set<string>): boolean => {
    if (from === goal) return true
    if (seen.has(from)) return false
    seen.add(from)
    return pairs.some(([start, end]) => start === from && reaches(end, goal, seen))
  }
  return edges.filter((_, at) => {
    const [from, to] = pairs[at] ?? ['', '']
    return reaches(to, from, new Set())
  })
}
