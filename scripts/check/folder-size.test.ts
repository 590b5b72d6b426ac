import { expect, test } from 'vitest'
import { crowdedFolders } from './folder-size.ts'

const files = (folder: string, count: number, ending: string) =>
  Array.from({ length: count }, (_, index) => `${folder}/file-${index}${ending}`)

test('reports a folder with more than 15 source files, not counting tests and stylesheets', () => {
  expect(crowdedFolders(files('apps/a/src', 16, '.ts'))).toEqual(['apps/a/src 16'])
  expect(crowdedFolders([...files('apps/a/src', 15, '.tsx'), ...files('apps/a/src', 9, '.module.css')])).toEqual([])
  expect(crowdedFolders(files('apps/a/src', 30, '.test.ts'))).toEqual([])
})

test('exempts migrations', () => {
  expect(crowdedFolders(files('packages/store/src/migrations', 40, '.ts'))).toEqual([])
})
