import { expect, test } from 'vitest'
import { together } from './together.ts'

async function* counted(name: string, count: number): AsyncGenerator<string> {
  for (let each = 0; each < count; each++) yield `${name}${each}`
}

/** Yields nothing until stopped. */
async function* waiting(stop: AbortSignal): AsyncGenerator<string> {
  await new Promise<void>((resolve) => stop.addEventListener('abort', () => resolve(), { once: true }))
  yield* []
}

const never = new AbortController().signal

test('keeps the order of each reader, and a busy reader does not starve the others', async () => {
  const given = await Array.fromAsync(together([() => counted('a', 100), () => counted('b', 5)], never))
  expect(given.filter((each) => each.startsWith('a'))).toEqual(await Array.fromAsync(counted('a', 100)))
  expect(given.filter((each) => each.startsWith('b'))).toEqual(await Array.fromAsync(counted('b', 5)))
  expect(given.indexOf('b4')).toBeLessThan(20)
})

test('ends waiting readers on return and on abort', async () => {
  for await (const each of together([waiting, () => counted('a', 3)], never)) if (each === 'a2') break
  const stop = new AbortController()
  const left = Array.fromAsync(together([waiting, waiting], stop.signal))
  stop.abort()
  expect(await left).toEqual([])
})

test('a failing reader ends all of them with its error', async () => {
  const failing = async function* (): AsyncGenerator<string> {
    yield 'x'
    throw new Error('it cannot be read')
  }
  await expect(Array.fromAsync(together([waiting, failing], never))).rejects.toThrow('it cannot be read')
})
