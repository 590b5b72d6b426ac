import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { digestFiles, digestTree, settleModesAndTimes } from './tree-digest.ts'

function aTree(): string {
  const tree = mkdtempSync(join(tmpdir(), 'watchpost-tree-'))
  onTestFinished(() => rmSync(tree, { recursive: true }))
  mkdirSync(join(tree, 'bin'))
  writeFileSync(join(tree, 'bin/run'), 'run', { mode: 0o700 })
  writeFileSync(join(tree, 'data'), 'data', { mode: 0o600 })
  return tree
}

test('two trees with the same files have the same digest, in any order and at any time', () => {
  const [one, other] = [aTree(), aTree()]
  expect(digestTree(digestFiles(one))).toBe(digestTree(digestFiles(other)))
  expect(digestFiles(one).map(({ path }) => path)).toEqual(['bin/run', 'data'])
})

test('contents, names and the execute permission change the digest', () => {
  const digest = (change: (tree: string) => void) => {
    const tree = aTree()
    change(tree)
    return digestTree(digestFiles(tree))
  }
  const digests = [
    digest(() => undefined),
    digest((tree) => writeFileSync(join(tree, 'data'), 'other')),
    digest((tree) => writeFileSync(join(tree, 'more'), '')),
    digest((tree) => chmodSync(join(tree, 'data'), 0o755)),
  ]
  expect(new Set(digests).size).toBe(4)
})

test('modes and times do not depend on the machine', () => {
  const tree = aTree()
  const at = new Date('2026-11-18T00:00:00Z')
  settleModesAndTimes(tree, at)
  const facts = ['', 'bin', 'bin/run', 'data'].map((name) => statSync(join(tree, name)))
  expect(facts.slice(1).map(({ mode }) => (mode & 0o777).toString(8))).toEqual(['755', '755', '644'])
  expect(facts.every(({ mtimeMs }) => mtimeMs === at.getTime())).toBe(true)
})

test('rejects links', () => {
  const tree = aTree()
  symlinkSync('/etc/passwd', join(tree, 'link'))
  expect(() => digestFiles(tree)).toThrow('neither a file nor a folder')
})
