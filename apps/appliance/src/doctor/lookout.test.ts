import { expect, test } from 'vitest'
import { createLookout } from './lookout.ts'

function aLookout() {
  let time = 0
  const lookers: { tell(look: string): void; end(how: string): void; isStopped: boolean }[] = []
  const lookout = createLookout<string>({
    launch(onLook, onEnd) {
      const looker = { tell: onLook, end: onEnd, isStopped: false }
      lookers.push(looker)
      return {
        stop() {
          looker.isStopped = true
        },
      }
    },
    now: () => time,
    waitMs: 50,
  })
  return { lookout, lookers, pass: (ms: number) => (time += ms) }
}

test('the first caller waits for the first look; later ones get the newest', async () => {
  const { lookout, lookers, pass } = aLookout()
  const asked = [lookout.look(), lookout.look()]
  expect(lookers).toHaveLength(1)
  lookers[0]?.tell('well')
  expect(await Promise.all(asked)).toEqual(['well', 'well'])
  pass(3_000)
  lookers[0]?.tell('bad')
  expect(await lookout.look()).toBe('bad')
  lookout.stop()
  expect(lookers[0]?.isStopped).toBe(true)
})

test('rejects waiting callers when the doctor ends, and the next call starts another', async () => {
  const { lookout, lookers } = aLookout()
  const asked = lookout.look()
  lookers[0]?.end('code 1')
  await expect(asked).rejects.toThrow('the doctor ended: code 1')
  const again = lookout.look()
  lookers[1]?.tell('well')
  expect(await again).toBe('well')
  lookout.stop()
})

test('does not return an old look, and times out waiting callers', async () => {
  const { lookout, lookers, pass } = aLookout()
  const first = lookout.look()
  lookers[0]?.tell('well')
  await first
  pass(10_001)
  await expect(lookout.look()).rejects.toThrow('has said nothing')
  lookout.stop()
})
