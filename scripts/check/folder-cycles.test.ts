import { expect, test } from 'vitest'
import { folderCycles } from './folder-cycles.ts'

const files = [
  { path: 'apps/x/src/a/one.ts', text: "import { two } from '../b/two.ts'\n" },
  { path: 'apps/x/src/b/two.ts', text: "import { three } from '../c/three.ts'\nimport { main } from '../main.ts'\n" },
  { path: 'apps/x/src/c/three.ts', text: '' },
  { path: 'apps/x/src/main.ts', text: "import { one } from './a/one.ts'\n" },
]
const back = { path: 'apps/x/src/c/back.ts', text: "import type { one } from '../a/one.ts'\n" }

test('accepts imports that point one way', () => {
  expect(folderCycles(files, [])).toEqual([])
})

test('reports each import of a cycle', () => {
  expect(folderCycles([...files, back], [])).toEqual([
    'apps/x: the imports a -> b are part of a circle, for example in apps/x/src/a/one.ts',
    'apps/x: the imports b -> c are part of a circle, for example in apps/x/src/b/two.ts',
    'apps/x: the imports c -> a are part of a circle, for example in apps/x/src/c/back.ts',
  ])
})

test('accepts an exception and reports one that is not needed', () => {
  expect(folderCycles([...files, back], ['apps/x: c -> a'])).toEqual([])
  expect(folderCycles(files, ['apps/x: c -> a'])).toEqual(['apps/x: c -> a: this exception is not needed'])
})

test('ignores tests', () => {
  expect(folderCycles([...files, { ...back, path: 'apps/x/src/c/back.test.ts' }], [])).toEqual([])
})
