import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const versionIn = (path: string) => (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version

test('all packages have the version of the release', () => {
  const manifests = globSync('{apps,packages}/*/package.json')
  expect(manifests.length).toBeGreaterThan(20)
  const others = manifests.filter((path) => versionIn(path) !== versionIn('package.json'))
  expect(others).toEqual([])
})
