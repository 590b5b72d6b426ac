import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/**
 * Builds the web app into `apps/web/dist`, each file also compressed: the API serves these files and compresses nothing
 * itself. A build replaces the previous one atomically, so a running API serves either one or the other.
 */
const web = join(import.meta.dirname, '../apps/web')
const dist = join(web, 'dist')
const fresh = join(web, 'dist.new')
const old = join(web, 'dist.old')

rmSync(fresh, { recursive: true, force: true })
execFileSync(join(web, 'node_modules/.bin/vite'), ['build', '--outDir', fresh, '--logLevel', 'warn'], {
  cwd: web,
  stdio: 'inherit',
})

const files = globSync('**/*.{html,js,css,svg,json}', { cwd: fresh }).toSorted()
for (const name of files) {
  const path = join(fresh, name)
  const bytes = readFileSync(path)
  const packed = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } })
  // Compression makes very small files larger.
  if (packed.length < bytes.length) {
    writeFileSync(`${path}.br`, packed)
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }))
  }
  console.log(`${name.padEnd(60)} ${String(bytes.length).padStart(9)} bytes, packed ${packed.length}`)
}

rmSync(old, { recursive: true, force: true })
if (existsSync(dist)) renameSync(dist, old)
renameSync(fresh, dist)
rmSync(old, { recursive: true, force: true })
console.log(`${files.length} files in ${dist}`)
