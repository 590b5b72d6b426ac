import { hasOneOf, type Head } from './head.ts'
import { openFile } from './held-file.ts'

/** A file that may be a known one under another name. */
export interface Candidate {
  path: string
  /** Device and inode. */
  id: string
  size: number
  /**
   * Tie-breaker for identical files of equal length, by how likely they grow: the EVE file 2, a rotated one 1, our link
   * 0.
   */
  rank: number
}

/** The longest of the candidates with this head: the others are older copies of it. */
export async function longestWith(head: Head, candidates: readonly Candidate[]): Promise<Candidate | undefined> {
  const found: Candidate[] = []
  for (const candidate of candidates) {
    if (candidate.size >= head.bytes && (await begins(candidate.path, [head]))) found.push(candidate)
  }
  return found.sort((a, b) => b.size - a.size || b.rank - a.rank)[0]
}

/** Whether a file starts with one of these heads. */
export async function begins(path: string, heads: readonly Head[]): Promise<boolean> {
  const opened = await openFile(path)
  if (opened === 'absent') return false
  try {
    return await hasOneOf(opened.handle, heads)
  } finally {
    await opened.handle.close()
  }
}
