import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderCycles } from './check/folder-cycles.ts'
import { importBreaches, type Manifest } from './check/import-rule.ts'
import { folderExceptions } from './check/import-table.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const find = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: (name) => name.split('/').at(-1) === 'node_modules' }).toSorted()

const files = find('{apps,packages}/*/{src,test}/**/*.{ts,tsx}').map((path) => ({ path, text: read(path) }))
const manifests = find('{apps,packages}/*/package.json').map((path) => ({
  path,
  ...(JSON.parse(read(path)) as Omit<Manifest, 'path'>),
}))

const breaches = [...importBreaches(files, manifests), ...folderCycles(files, folderExceptions)]
for (const breach of breaches) console.error(breach)
console.log(`imports: ${files.length} files, ${breaches.length} breaches`)
if (breaches.length > 0) process.exitCode = 1
