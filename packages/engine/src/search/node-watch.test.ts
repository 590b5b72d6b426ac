import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createNodeWatch } from './node-watch.ts'

/** A node that answers pings or not, as the test specifies. */
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

test('reports a node that is silent during a request as away, and as back when it answers', async () => {
  const { watch, seen, answersWith } = aNode()
  answersWith(never)
  watch.awaited()
  await vi.waitFor(() => expect(seen).toEqual(['away frozen']))
  expect(watch.isAway()).toBe(true)
  answersWith(async () => undefined)
  await vi.waitFor(() => expect(seen).toEqual(['away frozen', 'back answers']), { timeout: 3_000 })
  watch.stop()
})

test('does not ping a node that answers searches', async () => {
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

test('does not ping without a pending request', async () => {
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

test('reports an unreachable node as away at once, and pings it until it is back', async () => {
  const { watch, seen, nobodyWaits } = aNode()
  nobodyWaits()
  watch.sawNoWay('ECONNREFUSED')
  expect(watch.isAway()).toBe(true)
  await vi.waitFor(() => expect(seen).toEqual(['away ECONNREFUSED', 'back answers']), { timeout: 3_000 })
  watch.stop()
})

test('does not blame the node when this process was blocked', async () => {
  const { watch, seen, answersWith } = aNode(20)
  // The response arrives over the network, which Node handles after the timers.
  answersWith(() => new Promise((resolve) => setImmediate(resolve)))
  watch.awaited()
  await sleep(260)
  const until = performance.now() + 200
  while (performance.now() < until) {}
  await sleep(100)
  expect(seen).toEqual([])
  watch.stop()
})

test('pings once after a broken connection, even without a pending request', async () => {
  const { watch, pings, nobodyWaits } = aNode()
  nobodyWaits()
  watch.sawBreak()
  await vi.waitFor(() => expect(pings()).toBe(1))
  await sleep(600)
  expect(pings()).toBe(1)
  expect(watch.isAway()).toBe(false)
  watch.stop()
})
