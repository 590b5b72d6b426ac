import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildPackage } from './build-package.ts'
import { problemsOf } from './check-package.ts'
import { type Package, packages } from './package-list.ts'

const source = { root: process.cwd(), at: new Date('2026-11-18T00:00:00Z'), version: '1.2.3', architecture: 'amd64' }

/** Files as a package installs them, written in this order. */
function aTree(files: Record<string, string>): { tree: string; out: string } {
  const out = mkdtempSync(join(tmpdir(), 'watchpost-package-'))
  onTestFinished(() => rmSync(out, { recursive: true }))
  const tree = join(out, 'tree')
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(tree, path, '..'), { recursive: true })
    writeFileSync(join(tree, path), text)
    utimesSync(join(tree, path), Math.random() * 1e9, Math.random() * 1e9)
  }
  return { tree, out }
}

function build(each: Package, files: Record<string, string>): string {
  const { tree, out } = aTree(files)
  return buildPackage(each, tree, out, source)
}

const named = (name: string) => packages.find((each) => each.name === name) as Package
const documents = { 'usr/share/doc/watchpost/copyright': 'free' }

test('two builds of the same files are the same, byte for byte', () => {
  const files = { 'usr/lib/watchpost/a': 'one', 'usr/lib/watchpost/b': 'two', 'etc/watchpost/settings': 'three' }
  const [one, other] = [Object.entries(files), Object.entries(files).toReversed()].map((entries) =>
    readFileSync(build(named('watchpost'), Object.fromEntries(entries))),
  )
  expect(one?.equals(other as Buffer)).toBe(true)
})

test.each(packages)('$name is a valid package', (each) => {
  const deb = build(each, documents)
  expect(problemsOf(deb)).toEqual([])
  const field = (name: string) => execFileSync('dpkg-deb', ['--field', deb, name], { encoding: 'utf8' }).trim()
  expect([field('Package'), field('Version'), field('Architecture')]).toEqual([each.name, '1.2.3', 'amd64'])
  expect(field('Depends')).not.toContain('$')
})

test('finds files outside of the folders of packages, and a missing copyright file', () => {
  expect(problemsOf(build(named('watchpost'), { 'opt/other': 'a' }))).toEqual([
    './opt/ is outside of the folders of packages',
    './opt/other is outside of the folders of packages',
    'there is no copyright file',
  ])
})

test('settings are conffiles, and other files have a checksum', () => {
  const deb = build(named('watchpost-engine'), { ...documents, 'etc/watchpost/engine/opensearch.yml': 'a: 1\n' })
  const member = (name: string) => execFileSync('dpkg-deb', ['--info', deb, name], { encoding: 'utf8' })
  expect(member('conffiles')).toBe('/etc/watchpost/engine/opensearch.yml\n')
  expect(member('md5sums')).toBe('aa2d6e4f578eb0cfaba23beef76c2194  usr/share/doc/watchpost/copyright\n')
})
