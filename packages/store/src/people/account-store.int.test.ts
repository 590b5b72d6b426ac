import { testStore } from '@watchpost/testkit/test-store'
import { expect, test } from 'vitest'
import { anOrigin, somePasswordHash as passwordHash } from '../../test/an-account.ts'
import { createAccountStore } from './account-store.ts'

const first = { passwordHash, mustChangePassword: true }

test('creates the first administrator exactly once when copies start concurrently, and audits it', async () => {
  await using test = await testStore()
  const accounts = createAccountStore(test.store)

  const outcomes = await Promise.all(
    ['ada', 'bob', 'cyd'].map((username) => accounts.createFirstAdministrator({ ...first, username }, anOrigin())),
  )

  expect(outcomes.toSorted()).toEqual(['created', 'exists', 'exists'])
  const audit = await test.store.db.selectFrom('audit').select(['action', 'after']).execute()
  expect(audit).toEqual([
    {
      action: 'user.create',
      after: {
        username: expect.any(String),
        role: 'administrator',
        disabled: false,
        must_change_password: true,
      },
    },
  ])
})

test('finds an account by its full name, case-insensitively', async () => {
  await using test = await testStore()
  const accounts = createAccountStore(test.store)
  await accounts.createFirstAdministrator({ ...first, username: 'Admin' }, anOrigin())

  expect(await accounts.findByUsername('aDMIN')).toMatchObject({
    username: 'Admin',
    role: 'administrator',
    passwordHash,
    isDisabled: false,
  })
  expect(await accounts.findByUsername('adm')).toBe('absent')
  expect(await accounts.findByUsername('%')).toBe('absent')
})

test('rehashes a password only if it is still the same', async () => {
  await using test = await testStore()
  const accounts = createAccountStore(test.store)
  await accounts.createFirstAdministrator({ ...first, username: 'ada' }, anOrigin())
  const account = await accounts.findByUsername('ada')
  if (account === 'absent') throw new Error('no one there')

  await accounts.rehash(account.id, '$argon2id$other', '$argon2id$new')
  expect(await accounts.findByUsername('ada')).toMatchObject({ passwordHash })
  await accounts.rehash(account.id, passwordHash, '$argon2id$new')
  expect(await accounts.findByUsername('ada')).toMatchObject({ passwordHash: '$argon2id$new' })
})
