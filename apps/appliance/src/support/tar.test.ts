import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tar } from './tar.ts'

test("the system's tar extracts what was archived", () => {
  const folder = mkdtempSync(join(tmpdir(), 'tar-'))
  const files = [
    { name: 'bundle/empty.txt', content: Buffer.alloc(0) },
    { name: 'bundle/logs/api.log', content: Buffer.from('ä'.repeat(700)) },
    { name: 'bundle/exact.bin', content: Buffer.alloc(1_024, 7) },
  ]
  writeFileSync(join(folder, 'a.tar'), tar(files, new Date('2026-11-14T09:00:00Z')))
  execFileSync('tar', ['-xf', 'a.tar'], { cwd: folder })
  for (const { name, content } of files) expect(readFileSync(join(folder, name))).toEqual(content)
  expect(statSync(join(folder, 'bundle/empty.txt')).mode & 0o777).toBe(0o600)
  rmSync(folder, { recursive: true })
})

test('refuses a name that is too long', () => {
  expect(() => tar([{ name: 'x'.repeat(101), content: Buffer.alloc(0) }], new Date())).toThrow('too long')
})
