import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { CHECKSUMS, writeChecksums, wrongFiles } from './checksums.ts'

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-checksums-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'watchpost'))
  writeFileSync(join(folder, 'b.deb'), 'b')
  writeFileSync(join(folder, 'a.json'), 'a')
  return folder
}

test('lists the published files in the format of sha256sum, without itself and its signature', () => {
  const folder = aFolder()
  writeFileSync(join(folder, `${CHECKSUMS}.minisig`), 'of an earlier list')
  expect(writeChecksums(folder)).toEqual(['a.json', 'b.deb'])
  expect(writeChecksums(folder)).toEqual(['a.json', 'b.deb'])
  expect(readFileSync(join(folder, CHECKSUMS), 'utf8')).toBe(
    'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb  a.json\n' +
      '3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d  b.deb\n',
  )
  expect(wrongFiles(folder)).toEqual([])
})

test('finds files that were changed or are missing, and lines that lead out of the folder', () => {
  const folder = aFolder()
  writeChecksums(folder)
  writeFileSync(join(folder, 'b.deb'), 'other')
  rmSync(join(folder, 'a.json'))
  expect(wrongFiles(folder)).toEqual(['a.json', 'b.deb'])
  const outside = `${'0'.repeat(64)}  ../b.deb`
  writeFileSync(join(folder, CHECKSUMS), `${outside}\n`)
  expect(wrongFiles(folder)).toEqual([outside])
})
