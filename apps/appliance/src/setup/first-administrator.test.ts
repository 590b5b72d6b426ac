import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ensureFirstAdministrator } from './first-administrator.ts'

const newFile = () => join(mkdtempSync(join(tmpdir(), 'admin-')), 'admin.json')

/** A store with one administrator that may fail right after it was created. */
function fakeAccounts({ failsOnce = false } = {}) {
  const kept: string[] = []
  return {
    kept,
    hashPassword: async (password: string) => `hash of ${password}`,
    async createFirstAdministrator({ passwordHash }: { passwordHash: string }) {
      if (kept.length > 0) return 'exists' as const
      kept.push(passwordHash)
      if (failsOnce) throw new Error('cut')
      return 'created' as const
    },
  }
}

const passwordIn = (file: string) => (JSON.parse(readFileSync(file, 'utf8')) as { password: string }).password

test('the first start writes name and password to a file that only the owner can read', async () => {
  const file = newFile()
  const accounts = fakeAccounts()
  expect(await ensureFirstAdministrator(file, accounts, { mustChangePassword: true })).toBe('created')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(accounts.kept).toEqual([`hash of ${passwordIn(file)}`])
})

test('later starts change nothing', async () => {
  const file = newFile()
  const accounts = fakeAccounts()
  await ensureFirstAdministrator(file, accounts, { mustChangePassword: true })
  const before = readFileSync(file, 'utf8')
  expect(await ensureFirstAdministrator(file, accounts, { mustChangePassword: true })).toBe('exists')
  expect(readFileSync(file, 'utf8')).toBe(before)
  expect(existsSync(`${file}.draft`)).toBe(false)
})

test('an interruption after the account was created does not lose its password', async () => {
  const file = newFile()
  const accounts = fakeAccounts({ failsOnce: true })
  await expect(ensureFirstAdministrator(file, accounts, { mustChangePassword: true })).rejects.toThrow('cut')
  expect(await ensureFirstAdministrator(file, accounts, { mustChangePassword: true })).toBe('exists')
  expect(accounts.kept).toEqual([`hash of ${passwordIn(file)}`])
})

test('replaces an incomplete draft', async () => {
  const file = newFile()
  writeFileSync(`${file}.draft`, '{ "username": "ad')
  const accounts = fakeAccounts()
  expect(await ensureFirstAdministrator(file, accounts, { mustChangePassword: true })).toBe('created')
  expect(accounts.kept).toEqual([`hash of ${passwordIn(file)}`])
})
