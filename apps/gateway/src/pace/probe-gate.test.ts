import { expect, test } from 'vitest'
import { anAnswer } from '../../test/an-answer.ts'
import { createProbeGate } from './probe-gate.ts'
import { createProbePace } from './probe-pace.ts'

function aGate(rate = 10) {
  const waits: number[] = []
  const pace = createProbePace<{ id: number; eventsPerSecond: number | null }>(
    ({ eventsPerSecond }) => eventsPerSecond ?? rate,
    () => 0,
  )
  return { pace, waits, gate: createProbeGate({ pace, wait: async (ms) => waits.push(ms) }) }
}

const refused = { code: 'probe-rate-limited', status: 429 }

test('limits a probe to eight concurrent requests, independent of other probes', async () => {
  const { gate, waits } = aGate()
  const answers = Array.from({ length: 8 }, anAnswer)
  for (const answer of answers) await gate.enter({ id: 3 }, answer)
  const ninth = anAnswer()
  await expect(gate.enter({ id: 3 }, ninth)).rejects.toMatchObject(refused)
  expect(waits).toEqual([1_000])
  ninth.close()
  await gate.enter({ id: 4 }, anAnswer())
  answers[0]?.close()
  await gate.enter({ id: 3 }, anAnswer())
})

test('does not count a request whose connection closed before it was admitted', async () => {
  const { gate } = aGate()
  for (let turn = 0; turn < 20; turn += 1) await gate.enter({ id: 3 }, Object.assign(anAnswer(), { destroyed: true }))
  await gate.enter({ id: 3 }, anAnswer())
})

test('limits a probe to four concurrent batches, so that a report or a renewal always gets in', async () => {
  const { gate, waits } = aGate()
  const probe = { id: 3, eventsPerSecond: null }
  const batch = async (answer = anAnswer()) => {
    await gate.enter(probe, answer)
    await gate.enterBatch(probe, answer)
    return answer
  }
  const [first] = [await batch(), await batch(), await batch(), await batch()]
  const fifth = anAnswer()
  await expect(batch(fifth)).rejects.toMatchObject(refused)
  expect(waits).toEqual([1_000])
  await gate.enter(probe, anAnswer())
  fifth.close()
  first?.close()
  await batch()
})

test('disconnects a probe that keeps sending after refusals', async () => {
  const { gate } = aGate()
  const answers = Array.from({ length: 40 }, anAnswer)
  await Promise.allSettled(answers.map((answer) => gate.enter({ id: 3 }, answer)))
  expect(answers.map(({ isDestroyed }) => isDestroyed)).toEqual(answers.map((_, at) => at >= 24))
})

test('delays the answer to a probe over its rate limit and sends Retry-After of at most a minute', async () => {
  const { gate, pace, waits } = aGate(10)
  const probe = { id: 3, eventsPerSecond: null }
  const batch = async () => {
    const answer = anAnswer()
    await gate.enterBatch(probe, answer).finally(answer.close)
  }
  await batch()
  pace.charge(probe, 50)
  await expect(batch()).rejects.toMatchObject({ ...refused, retryAfterSeconds: 4 })
  pace.charge(probe, 100_000)
  await expect(batch()).rejects.toMatchObject({ ...refused, retryAfterSeconds: 60 })
  expect(waits).toEqual([1_000, 1_000])
})
