import { testStore } from '@watchpost/testkit/test-store'
import { expect, test } from 'vitest'
import type { AuditOrigin } from '../audit/audit-store.ts'
import { createDeadLetterRetries } from './dead-letter-retries.ts'

const origin: AuditOrigin = {
  accountId: 7,
  username: 'ada',
  via: 'token',
  credentialPrefix: '0a1b2c3d',
  address: '192.0.2.7',
  requestId: 'r-1',
}

test('runs one retry at a time, and allows the next after success or failure', async () => {
  await using test = await testStore()
  const one = createDeadLetterRetries(test.store)
  const other = createDeadLetterRetries(test.store)
  const meanwhile = await one.run(origin, () => other.run(origin, async () => 'second'))
  expect(meanwhile).toBe('under-way')
  await expect(one.run(origin, () => Promise.reject(new Error('the log is away')))).rejects.toThrow('away')
  expect(await other.run(origin, async () => 'third')).toBe('third')
})

test('audits an announced retry at once, with the user who requested it', async () => {
  await using test = await testStore()
  const rows = () => test.store.db.selectFrom('audit').select(['username', 'action', 'object', 'after']).execute()
  const expected = { username: 'ada', action: 'dead-letter.retry', object: 'dead-letters/3-41' }
  await createDeadLetterRetries(test.store).run(origin, async (announce) => {
    await announce({ first: 3, last: 41 })
    expect(await rows()).toEqual([{ ...expected, after: { first: 3, last: 41 } }])
  })
  await createDeadLetterRetries(test.store).run(origin, async () => undefined)
  expect(await rows()).toHaveLength(1)
})
