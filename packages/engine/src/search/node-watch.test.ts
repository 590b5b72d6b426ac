import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createNodeWatch } from './node-watch.ts'

/** A node that answers signs of life, or does not, as the test says. */
function aNode(silenceMs = 50) {
  const seen: string[] = []
  let pings = 0
  let answers: () => Promise<unknown> = async () => undefined
  let isAwaited = true
  const watch = createNodeWatch({
    silenceMs,
    ping: (signal) => {
      pings++
      const gone = new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
      return Promise.race([answers(), gone])
    },
    isAwaited: () => isAwaited,
    onChange: (isAway, reason) => seen.push(`${isAway ? 'away' : 'back'} ${reason}`),
  })
  return {
    watch,
    seen,
    pings: () => pings,
    answersWith: (next: () => Promise<unknown>) => (answers = next),
    nobodyWaits: () => (isAwaited = false),
  }
}
const never = () => new Promise<never>(() => undefined)

test('a node that says nothing while someone waits is away, and back when it answers', async () => {
  const { watch, seen, answersWith } = aNode()
  answersWith(never)
  watch.awaited()
  await vi.waitFor(() => expect(seen).toEqual(['away frozen']))
  expect(watch.isAway()).toBe(true)
  answersWith(async () => undefined)
  await vi.waitFor(() => expect(seen).toEqual(['away frozen', 'back answers']), { timeout: 3_000 })
  watch.stop()
})

test('a node that answers searches is asked nothing else', async () => {
  const { watch, seen, pings } = aNode()
  watch.awaited()
  for (let turn = 0; turn < 8; turn++) {
    watch.sawLife()
    await sleep(100)
  }
  expect(pings()).toBe(0)
  expect(seen).toEqual([])
  watch.stop()
})

test('while no one waits nothing is asked', async () => {
  const { watch, pings, nobodyWaits } = aNode()
  watch.awaited()
  await vi.waitFor(() => expect(pings()).toBeGreaterThan(0))
  nobodyWaits()
  await sleep(300)
  const before = pings()
  await sleep(600)
  expect(pings()).toBe(before)
  watch.stop()
})

test('a node that cannot be reached is away at once, and asked until it is back', async () => {
  const { watch, seen, nobodyWaits } = aNode()
  nobodyWaits()
  watch.sawNoWay('ECONNREFUSED')
  expect(watch.isAway()).toBe(true)
  await vi.waitFor(() => expect(seen).toEqual(['away ECONNREFUSED', 'back answers']), { timeout: 3_000 })
  watch.stop()
})

test('it is not the node that stood still when it was us', async () => {
  const { watch, seen, answersWith } = aNode(20)
  // The answer comes by way of the network, which is looked at after the timers.
  answersWith(() => new Promise((resolve) => setImmediate(resolve)))
  watch.awaited()
  await sleep(260)
  const until = performance.now() + 200
  while (performance.now() < until) {}
  await sleep(100)
  expect(seen).toEqual([])
  watch.stop()
})
