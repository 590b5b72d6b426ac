import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { createProbeGate } from './probe-gate.ts'
import { createProbePace } from './probe-pace.ts'

/** An answer that has not been given yet. */
function anAnswer() {
  const emitter = new EventEmitter()
  const answer = {
    isDestroyed: false,
    once(event: string, listener: () => void) {
      emitter.once(event, listener)
      return answer
    },
    destroy() {
      answer.isDestroyed = true
      emitter.emit('close')
      return answer
    },
    close: () => emitter.emit('close'),
  }
  return answer as typeof answer & Pick<ServerResponse, 'once' | 'destroy'>
}

function aGate(rate = 10) {
  const waits: number[] = []
  const pace = createProbePace(
    () => rate,
    () => 0,
  )
  return { pace, waits, gate: createProbeGate({ pace, wait: async (ms) => waits.push(ms) }) }
}

test('a probe has four requests in hand, others have theirs, and an answer makes room', async () => {
  const { gate, waits } = aGate()
  const answers = Array.from({ length: 4 }, anAnswer)
  for (const answer of answers) await gate.enter({ id: 3 }, answer)
  const fifth = anAnswer()
  await expect(gate.enter({ id: 3 }, fifth)).rejects.toMatchObject({ code: 'probe-rate-limited', status: 429 })
  expect(waits).toEqual([1_000])
  fifth.close()
  await gate.enter({ id: 4 }, anAnswer())
  answers[0]?.close()
  await gate.enter({ id: 3 }, anAnswer())
})

test('whoever does not stop is cut off', async () => {
  const { gate } = aGate()
  const answers = Array.from({ length: 40 }, anAnswer)
  await Promise.allSettled(answers.map((answer) => gate.enter({ id: 3 }, answer)))
  expect(answers.map(({ isDestroyed }) => isDestroyed)).toEqual(answers.map((_, at) => at >= 16))
})

test('over its limit a probe is told so late, with the seconds that are missing, and a minute at most', async () => {
  const { gate, pace, waits } = aGate(10)
  const probe = { id: 3, eventsPerSecond: null }
  await gate.keepPace(probe)
  pace.charge(probe, 50)
  await expect(gate.keepPace(probe)).rejects.toMatchObject({ code: 'probe-rate-limited', retryAfterSeconds: 4 })
  pace.charge(probe, 100_000)
  await expect(gate.keepPace(probe)).rejects.toMatchObject({ retryAfterSeconds: 60 })
  expect(waits).toEqual([1_000, 1_000])
})
