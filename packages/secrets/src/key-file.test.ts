import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createKeyFile, readKeyFile, replaceKeyFile } from './key-file.ts'
import { keyProblem } from './key-problem.ts'
import { fingerprintOf, firstKeyRing, formatKeyRing, withNewKey, withoutKeys } from './key-ring.ts'
import { createSealer } from './sealer.ts'

let folder = ''
let path = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keys-'))
  path = join(folder, 'sealing-keys.json')
})
afterEach(() => rmSync(folder, { recursive: true }))

const place = { table: 't', id: 'i', column: 'c' }
const secret = Buffer.from('a secret')
const registered = (ring = readKeyFile(path), secrets = 1) =>
  ring.keys.map(({ version, key }) => ({ version, fingerprint: fingerprintOf(key), secrets }))

test('creates a key file once, readable by its owner only, and leaves no other file', () => {
  expect(createKeyFile(path, firstKeyRing())).toBe('created')
  const before = readFileSync(path, 'utf8')
  expect(createKeyFile(path, firstKeyRing())).toBe('exists')
  expect(readFileSync(path, 'utf8')).toBe(before)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['sealing-keys.json'])
})

test('keys survive writing and reading; each has 256 bits', () => {
  const ring = withNewKey(firstKeyRing())
  createKeyFile(path, ring)
  const read = readKeyFile(path)
  expect(read.keys.map(({ version, key }) => [version, key.symmetricKeySize])).toEqual([
    [1, 32],
    [2, 32],
  ])
  expect(read.keys.every(({ key }, at) => key.equals(ring.keys[at]?.key ?? key))).toBe(true)
})

test.each([0o640, 0o604, 0o620, 0o601, 0o660])('rejects mode %o with the command that fixes it', (mode) => {
  createKeyFile(path, firstKeyRing())
  chmodSync(path, mode)
  expect(() => readKeyFile(path)).toThrow(`chmod 600 ${path}`)
  chmodSync(path, 0o400)
  expect(readKeyFile(path).keys).toHaveLength(1)
})

test.runIf(process.getuid?.() === 0)('root may let one group read the file, also after a rotation', () => {
  createKeyFile(path, firstKeyRing())
  chownSync(path, 0, 65_534)
  chmodSync(path, 0o640)
  replaceKeyFile(path, withNewKey(readKeyFile(path)))
  expect(readKeyFile(path).keys).toHaveLength(2)
  expect(statSync(path)).toMatchObject({ uid: 0, gid: 65_534 })
  expect(statSync(path).mode & 0o777).toBe(0o640)
  for (const mode of [0o660, 0o644, 0o650]) {
    chmodSync(path, mode)
    expect(() => readKeyFile(path)).toThrow('may be used by others')
  }
  chownSync(path, 65_534, 65_534)
  chmodSync(path, 0o640)
  expect(() => readKeyFile(path)).toThrow('may be used by others')
})

test('reports a missing file with what to do', () => {
  expect(() => readKeyFile(path)).toThrow(/does not exist.*watchpost init.*put back the copy/s)
})

const oneKey = () => JSON.parse(formatKeyRing(firstKeyRing())) as { what: string; keys: object[] }
test.each([
  ['empty', () => ''],
  ['not JSON', () => 'correct horse battery staple'],
  ['no keys', () => JSON.stringify({ ...oneKey(), keys: [] })],
  ['a short key', () => JSON.stringify({ what: '', keys: [{ version: 1, made_at: '', key: 'c2hvcnQ=' }] })],
  ['a version twice', () => JSON.stringify({ what: '', keys: [...oneKey().keys, ...oneKey().keys] })],
  ['a version below 1', () => JSON.stringify({ what: '', keys: [{ ...oneKey().keys[0], version: 0 }] })],
])('rejects a file with %s without showing its content', (_, content) => {
  const text = content()
  writeFileSync(path, text, { mode: 0o600 })
  let message = ''
  try {
    readKeyFile(path)
  } catch (error) {
    message = inspect(error)
  }
  expect(message).toMatch(/KeyFileError: .*[Pp]ut back the copy/)
  expect(message).not.toContain('correct horse')
  for (const [, key = ''] of text.matchAll(/"key": ?"([^"]+)"/g)) expect(message).not.toContain(key)
})

test('a ring does not print its keys', () => {
  const ring = firstKeyRing()
  const key = /"key": "(.*)"/.exec(formatKeyRing(ring))?.[1] ?? ''
  expect(key).toHaveLength(44)
  expect(inspect(ring, { depth: 9, showHidden: true })).not.toContain(key)
  expect(JSON.stringify(ring)).not.toContain(key)
})

test('a sealer reads the file again when it meets an unknown version', () => {
  createKeyFile(path, firstKeyRing())
  const reader = createSealer(path)
  const old = reader.seal(place, secret)
  const both = withNewKey(readKeyFile(path))
  replaceKeyFile(path, both)
  const rotator = createSealer(path)
  const renewed = rotator.rewrap(place, old)
  expect(renewed.kekVersion).toBe(2)
  expect(reader.newestVersion()).toBe(1)
  expect(reader.open(place, renewed)).toEqual(secret)
  expect(reader.newestVersion()).toBe(2)
  replaceKeyFile(path, withoutKeys(both, new Set([1])))
  expect(createSealer(path).open(place, renewed)).toEqual(secret)
  expect(() => createSealer(path).open(place, old)).toThrow('no version 1')
})

test('the newest key cannot be removed', () => {
  expect(withoutKeys(withNewKey(firstKeyRing()), new Set([1, 2])).keys.map(({ version }) => version)).toEqual([2])
})

test('detects and explains the file of another appliance or of another time', () => {
  createKeyFile(path, firstKeyRing())
  const mine = registered()
  expect(keyProblem(path, mine, [])).toBeUndefined()
  expect(keyProblem(path, mine, mine)).toBeUndefined()
  expect(keyProblem(path, mine, registered(firstKeyRing()))).toMatch(/key file of another appliance.*Put back/)
  const later = registered(withNewKey(readKeyFile(path)))
  expect(keyProblem(path, mine, later)).toMatch(/lacks version 2.*it has 1.*copy its key file/)
  expect(keyProblem(path, later.slice(1), mine)).toMatch(/lacks version 1.*it has 2.*backup/)
  // Prepared elsewhere, and not in use yet.
  expect(keyProblem(path, mine, [...mine, ...registered(withNewKey(readKeyFile(path)), 0).slice(1)])).toBeUndefined()
})
