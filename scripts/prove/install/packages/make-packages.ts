import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Built } from '../build/build-in-copy.ts'

/** Makes the packages of a release that was built in a clone. */
export function makePackages({ tree }: Built, { umask = '022' } = {}) {
  const folder = dirname(tree)
  const clone = resolve(folder, '../..')
  execFileSync('sh', ['-c', `umask ${umask} && node scripts/release/main.ts packages`], {
    cwd: clone,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const digests = readdirSync(folder)
    .filter((name) => name.endsWith('.deb'))
    .map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ])
  return { folder, digests }
}
