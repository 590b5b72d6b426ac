import { expect, test } from 'vitest'
import { createStore } from './store.ts'

test('reads the initial value once, on first use', () => {
  let reads = 0
  const store = createStore(() => {
    reads += 1
    return 'first'
  })
  expect(reads).toBe(0)
  expect([store.get(), store.get()]).toEqual(['first', 'first'])
  expect(reads).toBe(1)
})

test('notifies listeners of a new value but not of an equal one', () => {
  const store = createStore(() => 1)
  const values: number[] = []
  const unsubscribe = store.subscribe(() => values.push(store.get()))
  store.set(1)
  store.set(2)
  unsubscribe()
  store.set(3)
  expect(values).toEqual([2])
  expect(store.get()).toBe(3)
})
