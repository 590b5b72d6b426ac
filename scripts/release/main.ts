import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildRelease } from './build-release.ts'
import { digestFiles, digestTree } from './contents/tree-digest.ts'

const root = join(import.meta.dirname, '../..')

const usage = `pnpm build:release [--out DIR]     build the tree of a release, DIR/watchpost (dist/release/watchpost)
node scripts/release/main.ts digest [--out DIR]
                                   the SHA-256 of every file of DIR/watchpost, and one of the whole tree`

const { values, positionals } = parseArgs({ allowPositionals: true, options: { out: { type: 'string' } } })
const out = resolve(values.out ?? join(root, 'dist/release'))
const tree = join(out, 'watchpost')

switch (positionals.join(' ')) {
  case 'build': {
    const files = await buildRelease(root, tree, console.log)
    console.log(`${files.length} files in ${tree}, SHA-256 ${digestTree(files)}`)
    break
  }
  case 'digest': {
    const files = digestFiles(tree)
    for (const { sha256, path } of files) console.log(`${sha256}  ${path}`)
    console.log(`${digestTree(files)}  (the whole tree)`)
    break
  }
  default:
    console.error(usage)
    process.exitCode = 2
}
