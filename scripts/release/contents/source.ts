import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a release is built from. */
export interface Source {
  root: string
  version: string
  /** Ends in `+changes` if files differ from the commit. */
  commit: string
  /** The time of the commit: it stands for the time of the build, so that two builds are the same. */
  committedAt: Date
}

export function readSource(root: string): Source {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const isChanged = git('status', '--porcelain') !== ''
  return {
    root,
    version,
    commit: git('rev-parse', 'HEAD') + (isChanged ? '+changes' : ''),
    committedAt: new Date(Number(git('log', '-1', '--format=%ct')) * 1_000),
  }
}
