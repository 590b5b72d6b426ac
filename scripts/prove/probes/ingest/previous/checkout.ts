import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files of a commit with its dependencies and agent, from the cache or newly created. */
export function checkOut(commit: string): { folder: string; hash: string } {
  const cache = process.env.WATCHPOST_CACHE
  if (!cache) throw new Error('WATCHPOST_CACHE is not set: source scripts/env first')
  const hash = git('rev-parse', '--verify', `${commit}^{commit}`)
  const folder = join(cache, 'commits', hash)
  const mark = join(folder, '.complete')
  if (existsSync(mark)) return { folder, hash }
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  // Not a git worktree: its entry would stay in the repository after the cache is removed.
  const archive = join(folder, 'files.tar')
  git('archive', '--format=tar', `--output=${archive}`, hash)
  execFileSync('tar', ['-xf', archive, '-C', folder])
  rmSync(archive)
  const options = { cwd: folder, env: { ...process.env, CI: 'true' }, stdio: 'inherit' } as const
  execFileSync('pnpm', ['install', '--frozen-lockfile', '--offline'], options)
  execFileSync('pnpm', ['build:probe'], options)
  writeFileSync(mark, '')
  return { folder, hash }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' }).trim()
}
