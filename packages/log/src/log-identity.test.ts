import { expect, test } from 'vitest'
import { createLogWatch, type LogIdentity } from './log-identity.ts'
import { LogReplaced } from './log-replaced.ts'

/** Brokers and store in memory. */
function aLog() {
  const epochs: LogIdentity[] = []
  const state = { topicId: 'x' as string | undefined }
  const lines: string[] = []
  const log = (_fields: unknown, message: string) => void lines.push(message)
  const watch = createLogWatch(
    {
      topicId: async () => {
        if (state.topicId === undefined) throw new Error('no broker')
        return state.topicId
      },
      learn: async (topicId) => {
        const newest = epochs.at(-1)
        if (newest?.topicId === topicId) return newest
        const begun = { topicId, epoch: (newest?.epoch ?? 0) + 1 }
        epochs.push(begun)
        return { ...begun, begun: { lostEvents: 0 } }
      },
      newest: async () => epochs.at(-1),
      logger: { info: log, warn: log, error: log } as never,
    },
    1,
  )
  return { epochs, state, lines, watch }
}

test('identifies the log before reading, and stops when the topic is replaced', async () => {
  const { epochs, state, watch, lines } = aLog()
  expect(() => watch.current()).toThrow('not been started')
  await watch.start()
  expect(watch.current()).toEqual({ topicId: 'x', epoch: 1 })
  state.topicId = 'y'
  await expect(watch.replaced).rejects.toThrow(LogReplaced)
  expect(epochs.map(({ topicId }) => topicId)).toEqual(['x', 'y'])
  expect(lines).toEqual(['a new log began', 'reading the log', 'a new log began', 'the log was replaced'])
  // The identity stays that of the start.
  expect(watch.current()).toEqual({ topicId: 'x', epoch: 1 })
})

test('stops when another process has recorded a new epoch, even while the log is unavailable', async () => {
  const { epochs, state, watch } = aLog()
  await watch.start()
  state.topicId = undefined
  epochs.push({ topicId: 'y', epoch: 2 })
  await expect(watch.replaced).rejects.toThrow(LogReplaced)
})

test('starts with the newest known epoch while the log is unavailable, and continues if it matches', async () => {
  const { epochs, state, watch } = aLog()
  epochs.push({ topicId: 'x', epoch: 5 })
  state.topicId = undefined
  await watch.start()
  expect(watch.current()).toEqual({ topicId: 'x', epoch: 5 })
  state.topicId = 'x'
  const outcome = await Promise.race([
    watch.replaced.catch(() => 'replaced'),
    new Promise((resolve) => setTimeout(resolve, 50, 'same')),
  ])
  expect(outcome).toBe('same')
  watch.stop()
})

test('waits for the log if no epoch was ever recorded', async () => {
  const { state, watch } = aLog()
  state.topicId = undefined
  const started = watch.start()
  setTimeout(() => (state.topicId = 'z'), 20)
  await started
  expect(watch.current()).toEqual({ topicId: 'z', epoch: 1 })
  watch.stop()
})
