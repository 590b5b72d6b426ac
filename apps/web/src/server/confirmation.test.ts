import { expect, test } from 'vitest'
import { createConfirmation, withConfirmation } from './confirmation.ts'

const refused = (type: string) => Response.json({ type: `/problems/${type}` }, { status: 403 })

function answering(...answers: Response[]) {
  const sent: string[] = []
  return {
    sent,
    send: (url: string) => {
      sent.push(url)
      return Promise.resolve(answers.shift() ?? Response.json({}))
    },
  }
}

test('sends a change again after the password was confirmed', async () => {
  const confirmation = createConfirmation()
  const { send, sent } = answering(refused('confirmation-needed'))
  const answer = withConfirmation(send, confirmation)('/api/settings', {})
  await expect.poll(() => confirmation.isAsking.get()).toBe(true)
  confirmation.answer(true)
  expect((await answer).status).toBe(200)
  expect(sent).toHaveLength(2)
})

test('returns the original error when the user cancels', async () => {
  const confirmation = createConfirmation()
  const { send, sent } = answering(refused('confirmation-needed'))
  const answer = withConfirmation(send, confirmation)('/api/settings', {})
  await expect.poll(() => confirmation.isAsking.get()).toBe(true)
  confirmation.answer(false)
  expect((await answer).status).toBe(403)
  expect(sent).toHaveLength(1)
})

test('does not ask for the password on other errors', async () => {
  const confirmation = createConfirmation()
  const { send } = answering(refused('forbidden'))
  expect((await withConfirmation(send, confirmation)('/api/users', {})).status).toBe(403)
  expect(confirmation.isAsking.get()).toBe(false)
})

test('asks once for two concurrent changes', async () => {
  const confirmation = createConfirmation()
  const { send, sent } = answering(refused('confirmation-needed'), refused('confirmation-needed'))
  const change = withConfirmation(send, confirmation)
  const both = Promise.all([change('/a', {}), change('/b', {})])
  await expect.poll(() => sent.length).toBe(2)
  await expect.poll(() => confirmation.isAsking.get()).toBe(true)
  await new Promise((resolve) => setImmediate(resolve))
  confirmation.answer(true)
  expect((await both).map(({ status }) => status)).toEqual([200, 200])
})
