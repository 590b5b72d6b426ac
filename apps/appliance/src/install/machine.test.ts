import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createMachine } from './machine.ts'

const modeOf = (path: string) => statSync(path).mode & 0o777
const silent = { say: () => undefined }

test('writes a file once, with its mode, and leaves no other file', () => {
  const root = mkdtempSync(join(tmpdir(), 'machine-'))
  const machine = createMachine({ root, ...silent })
  expect(machine.isLive).toBe(false)
  expect(machine.write('/etc/a.env', () => 'A=1\n', { mode: 0o640 })).toBe('written')
  expect(machine.write('/etc/a.env', () => 'A=1\n', { mode: 0o600 })).toBe('kept')
  expect(modeOf(join(root, 'etc/a.env'))).toBe(0o600)
  expect(machine.write('/etc/a.env', () => 'A=2\n', { mode: 0o600 })).toBe('written')
  expect(readdirSync(join(root, 'etc'))).toEqual(['a.env'])
})

test('keeps the mode of a file whose text it replaces', () => {
  const root = mkdtempSync(join(tmpdir(), 'machine-'))
  writeFileSync(join(root, 'pg_hba.conf'), 'old', { mode: 0o640 })
  createMachine({ root, ...silent }).replace('/pg_hba.conf', 'new')
  expect(readFileSync(join(root, 'pg_hba.conf'), 'utf8')).toBe('new')
  expect(modeOf(join(root, 'pg_hba.conf'))).toBe(0o640)
})

test('shows commands instead of running them, unless it is the machine itself', async () => {
  const said: string[] = []
  const plan = createMachine({ root: tmpdir(), say: (line) => void said.push(line) })
  expect(await plan.run(['systemctl', 'start', 'x'])).toBe('')
  expect(await plan.run(['psql'], { user: 'postgres' })).toBe('')
  expect(said).toEqual(['would run: systemctl start x', 'would run: runuser -u postgres -- psql'])
  const machine = createMachine(silent)
  expect(await machine.run(['sh', '-c', 'echo "$WORD"'], { env: { WORD: 'hello' } })).toBe('hello')
  await expect(machine.run(['false'])).rejects.toThrow('Command failed')
})

test.runIf(process.getuid?.() === 0)(
  'gives a file to root and its group, and runs commands as another user',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'machine-'))
    const machine = createMachine(silent)
    machine.write(join(folder, 'secret'), () => 'x', { mode: 0o640, group: 'nogroup' })
    expect(statSync(join(folder, 'secret'))).toMatchObject({ uid: 0, gid: 65_534 })
    expect(await machine.run(['id', '-un'], { user: 'nobody' })).toBe('nobody')
  },
)
