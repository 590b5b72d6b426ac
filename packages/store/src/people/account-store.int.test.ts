import { testStore } from '@watchpost/testkit/test-store'
import { expect, test } from 'vitest'
import { anOrigin, somePasswordHash as passwordHash } from '../../test/an-account.ts'
import { createAccountStore } from './account-store.ts'

const first = { passwordHash, mustChangePassword: true }

test('of several copies that make the first administrator one succeeds, and says so in the audit', async () => {
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

test('a name is found whatever its case, and only the whole name', async () => {
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

test('a password is rehashed only if it is still the same', async () => {
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
