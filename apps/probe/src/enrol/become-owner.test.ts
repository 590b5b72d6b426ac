import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'

const OWNER = 65_534
const folder = mkdtempSync(join(tmpdir(), 'watchpost-owner-'))

afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** In a process of its own, since it cannot become root again. */
function userAfter(path: string): unknown {
  const module = JSON.stringify(join(import.meta.dirname, 'become-owner.ts'))
  const program = `const { becomeOwner } = await import(${module}); becomeOwner(process.argv[1])
    console.log(JSON.stringify([process.getuid(), process.getgid(), process.getgroups()]))`
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', program, path], { encoding: 'utf8' }))
}

test.runIf(process.getuid?.() === 0)('root becomes the owner of the folder, with no other group', () => {
  const [uid] = userAfter(folder) as number[]
  expect(uid).toBe(0)
  expect(userAfter(join(folder, 'missing'))).toContain(0)
  chownSync(folder, OWNER, OWNER)
  expect(userAfter(folder)).toEqual([OWNER, OWNER, [OWNER]])
})
