import { expect, test } from 'vitest'
import { checkFileLookups } from './file-lookups.ts'

const packageOf = {
  one: (id: string) => {
    const name = /\/node_modules\/([^/]+)\//.exec(id)?.[1]
    return name ? { name, version: '1.0.0', folder: '' } : undefined
  },
  all: () => [],
}
const check = (id: string, code: string) => checkFileLookups([{ modules: { [id]: { code } } }], packageOf)

test.each([
  ['/src/node_modules/reads-data/index.js', "readFileSync(path.join(__dirname, 'data.bin'))"],
  ['/src/node_modules/reads-data/index.mjs', "new URL('data.bin', import.meta.url)"],
  ['/src/apps/api/src/compose.ts', "join(import.meta.dirname, '../files')"],
])('rejects a module that looks for files next to itself: %s', (id, code) => {
  expect(() => check(id, code)).toThrow('looks for files next to its own module')
})

test.each([
  ['/src/node_modules/pino/lib/transport.js', "join(__dirname, 'worker.js')"],
  ['/src/packages/runtime/src/process/product-files.ts', 'import.meta.dirname'],
  ['/src/node_modules/other/index.js', 'const my__dirname = 1'],
])('accepts %s', (id, code) => {
  expect(() => check(id, code)).not.toThrow()
})
