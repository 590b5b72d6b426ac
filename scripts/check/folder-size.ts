import { dirname } from 'node:path/posix'

const MOST = 15

/** Folders that may have any number of files. */
const exceptions = [
  // One file per database change, in order of time.
  'packages/store/src/migrations',
]

/** Folders with more than 15 source files. Tests and stylesheets do not count. */
export function crowdedFolders(paths: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const path of paths.filter(isSource)) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  return [...counts]
    .filter(([folder, count]) => count > MOST && !exceptions.includes(folder))
    .toSorted(([, a], [, b]) => b - a)
    .map(([folder, count]) => `${folder} ${count}`)
}

function isSource(path: string): boolean {
  return /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path)
}
