import { expect, test } from 'vitest'
import { lifecycle } from './lifecycle.ts'

function recorded(names: string[], failing?: string) {
  const calls: string[] = []
  const parts = names.map((name) => ({
    name,
    start: () => {
      if (name === failing) throw new Error('refused')
      calls.push(`+${name}`)
    },
    stop: () => void calls.push(`-${name}`),
  }))
  return { calls, life: lifecycle(parts) }
}

test('stops parts in reverse order', async () => {
  const { calls, life } = recorded(['a', 'b', 'c'])
  await life.start()
  await life.stop()
  expect(calls).toEqual(['+a', '+b', '+c', '-c', '-b', '-a'])
})

test('stops started parts after a failed start, and names the failed part', async () => {
  const { calls, life } = recorded(['a', 'b', 'c'], 'c')
  await expect(life.start()).rejects.toThrow('c did not start')
  expect(calls).toEqual(['+a', '+b', '-b', '-a'])
})
