import { expect, test } from 'vitest'
import { createWatch } from './watch.ts'

function aWatch(answers: (number | Error)[]) {
  const lines: string[] = []
  const note = (_: unknown, message?: string) => void lines.push(message ?? '')
  const clock = { now: 0 }
  let asked = 0
  const watch = createWatch(
    'figures',
    async () => {
      const answer = answers[Math.min(asked, answers.length - 1)]
      asked += 1
      if (answer instanceof Error || answer === undefined) throw answer ?? new Error('none')
      return answer
    },
    { info: note, warn: note },
    { everyMs: 1, now: () => clock.now },
  )
  return { watch, lines, clock, asked: () => asked }
}

test('keeps the newest answer and polls again', async () => {
  const { watch } = aWatch([1, 2, 3])
  await watch.start()
  expect(watch.newest()).toBe(1)
  await expect.poll(() => watch.newest()).toBe(3)
  watch.stop()
})

test('keeps the last answer on failure, and logs the loss and the return once each', async () => {
  const { watch, lines, asked } = aWatch([1, new Error('away'), new Error('away'), new Error('away'), 2])
  await watch.start()
  await expect.poll(() => watch.newest()).toBe(2)
  watch.stop()
  expect(asked()).toBeGreaterThanOrEqual(5)
  expect(lines).toEqual(['not watched at the moment', 'watched again'])
})

test('increases its age while there is no answer', async () => {
  const { watch, clock } = aWatch([1, new Error('away')])
  await watch.start()
  clock.now = 5_000
  await expect(watch.ask()).rejects.toThrow('away')
  expect(watch.ageSeconds()).toBe(5)
  watch.stop()
})

test('treats an unusable answer as a failure', async () => {
  const watch = createWatch(
    'figures',
    async () => 1,
    { info: () => {}, warn: () => {} },
    {
      onAnswer() {
        throw new Error('unusable')
      },
    },
  )
  await watch.start()
  expect([watch.newest(), watch.isFailing()]).toEqual([undefined, true])
  watch.stop()
})

test('stops polling when stopped during a request', async () => {
  const gate = Promise.withResolvers<number>()
  let asked = 0
  const watch = createWatch(
    'figures',
    () => {
      asked += 1
      return gate.promise
    },
    { info: () => {}, warn: () => {} },
    { everyMs: 1 },
  )
  const starting = watch.start()
  watch.stop()
  gate.resolve(1)
  await starting
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(asked).toBe(1)
})
