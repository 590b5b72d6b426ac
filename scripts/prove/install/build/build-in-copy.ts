import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

export interface Built {
  /** The folder that is installed as /usr/lib/watchpost. */
  tree: string
  version: string
  commit: string
  seconds: number
}

interface Differences {
  umask?: string
  timeZone?: string
}

/** Builds a release of the last commit in a new clone. Uncommitted changes are not part of it. */
export function buildInCopy(folder: string, { umask = '022', timeZone = 'UTC' }: Differences = {}): Built {
  const run = (command: string, args: string[], cwd: string) =>
    execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()
  run('git', ['clone', '--quiet', '--no-hardlinks', process.cwd(), folder], process.cwd())
  run('git', ['checkout', '--quiet', '--detach', run('git', ['rev-parse', 'HEAD'], process.cwd())], folder)

  const startedAt = Date.now()
  const script = `umask ${umask} && pnpm install --frozen-lockfile --prefer-offline && pnpm build:release`
  execFileSync('sh', ['-c', script], {
    cwd: folder,
    env: { ...process.env, TZ: timeZone },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const tree = join(folder, 'dist/release/watchpost')
  return {
    tree,
    version: run('node', ['-p', 'require("./package.json").version'], folder),
    commit: run('git', ['rev-parse', 'HEAD'], folder),
    seconds: (Date.now() - startedAt) / 1_000,
  }
}
