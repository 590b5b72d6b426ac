import { testStore } from '@watchpost/testkit/test-store'
import { expect, test } from 'vitest'
import { createAccountStore } from './account-store.ts'

const passwordHash = '$argon2id$v=19$m=47104,t=1,p=1$c2FsdHNhbHRzYWx0c2FsdA$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g'

test('of several copies that make the first administrator one succeeds', async () => {
  await using test = await testStore()
  const accounts = createAccountStore(test.store)

  const outcomes = await Promise.all(
    ['ada', 'bob', 'cyd'].map((username) => accounts.createFirstAdministrator({ username, passwordHash })),
  )

  expect(outcomes.sort()).toEqual(['created', 'exists', 'exists'])
})

test('a name is found whatever its case, and only the whole name', async () => {
  await using test = await testStore()
  const accounts = createAccountStore(test.store)
  await accounts.createFirstAdministrator({ username: 'Admin', passwordHash })

  expect(await accounts.findByUsername('aDMIN')).toMatchObject({
    username: 'Admin',
    role: 'administrator',
    isDisabled: false,
    passwordHash,
  })
  expect(await accounts.findByUsername('Admi')).toBe('absent')
  expect(await accounts.findByUsername('%')).toBe('absent')
})

test('the table itself refuses a second spelling of a name, an unknown role and a plain password', async () => {
  await using test = await testStore()
  const insert = (row: { username?: string; role?: 'viewer'; password_hash?: string }) =>
    test.store.db
      .insertInto('account')
      .values({ username: 'Eve', role: 'viewer', password_hash: passwordHash, ...row })
      .execute()
  await insert({})

  await expect(insert({ username: 'eve' })).rejects.toThrow('account_username_key')
  await expect(insert({ username: 'x', role: 'root' as 'viewer' })).rejects.toThrow('account_role_check')
  await expect(insert({ username: 'y', password_hash: 'secret' })).rejects.toThrow('account_password_hash_check')
})
