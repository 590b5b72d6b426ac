import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aRefusal, draw } from '../fixtures/draw.tsx'
import { say, sayFailure, Toasts, undoLast } from './toast.tsx'

let part: ReturnType<typeof draw>
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  part = draw(<Toasts />)
})
afterEach(() => {
  vi.runAllTimers()
  part.leave()
  vi.useRealTimers()
})

/** Waits without fake timers: `expect.poll` would advance them. */
async function untilShown(expected: string): Promise<void> {
  for (let turns = 0; turns < 1_000 && part.shown() !== expected; turns += 1) {
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(part.shown()).toBe(expected)
}

test('shows a message for five seconds', async () => {
  say('Saved')
  await untilShown('Saved')
  vi.advanceTimersByTime(4_999)
  say('Saved again')
  await untilShown('SavedSaved again')
  vi.advanceTimersByTime(1)
  await untilShown('Saved again')
})

test('shows a failure for twice as long, with its reason', async () => {
  sayFailure(aRefusal({ detail: 'Not now.' }))
  vi.advanceTimersByTime(9_999)
  await untilShown('The request is not valid')
  vi.advanceTimersByTime(1)
  await untilShown('')
})

test('a message with undo stays twice as long, and is undone once', async () => {
  const undone: string[] = []
  const undo = (what: string) => ({ name: 'Undo', run: () => undone.push(what) })
  say('one ', undo('one'))
  say('two ', undo('two'))
  vi.advanceTimersByTime(5_000)
  await untilShown('one Undotwo Undo')
  undoLast()
  await untilShown('one Undo')
  part.place.querySelector('button')?.click()
  await untilShown('')
  undoLast()
  expect(undone).toEqual(['two', 'one'])
})

test('shows only the last three messages', async () => {
  for (const title of ['one ', 'two ', 'three ', 'four']) say(title)
  await untilShown('two three four')
})
