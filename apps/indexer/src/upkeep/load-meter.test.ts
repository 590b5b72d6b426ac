import { expect, test } from 'vitest'
import { createLoadMeter, type Load } from './load-meter.ts'

const LOOK_S = 3

/** Two partitions; `pass` lets time pass at steady rates and returns the last load. */
function aWorld() {
  const state = { now: 0, stored: 1_000_000, end: 1_000_000, processorShare: 0.2 as number | undefined | Error }
  const meter = createLoadMeter(
    {
      progress: async () =>
        new Map([
          [0, { committed: state.stored, end: state.end }],
          [1, { committed: 7, end: 7 }],
        ]),
      async processorShare() {
        if (state.processorShare instanceof Error) throw state.processorShare
        return state.processorShare
      },
    },
    () => state.now,
  )
  async function pass(
    seconds: number,
    {
      arriving = 0,
      storing = 0,
      processor = state.processorShare,
    }: {
      arriving?: number
      storing?: number
      processor?: number | undefined | Error
    },
  ): Promise<Load> {
    state.processorShare = processor
    let load = await meter.measure()
    for (let at = 0; at < seconds; at += LOOK_S) {
      state.now += LOOK_S * 1_000
      state.end += arriving * LOOK_S
      state.stored = Math.min(state.end, state.stored + storing * LOOK_S)
      load = await meter.measure()
    }
    return load
  }
  return { state, meter, pass }
}

test('uses the CPU share of the engine as load before the first saturation', async () => {
  const { pass } = aWorld()
  const load = await pass(60, { arriving: 1_000, storing: 1_000, processor: 0.3 })
  expect(load.capacity).toBeUndefined()
  expect(load.eventsPerSecond).toBeCloseTo(1_000)
  expect(load.share).toBeCloseTo(0.3)
})

test('the capacity is the rate of storing while there is always a backlog', async () => {
  const { pass } = aWorld()
  const full = await pass(60, { arriving: 8_000, storing: 5_000, processor: 1 })
  expect(full.capacity).toBeCloseTo(5_000)
  expect(full.share).toBeCloseTo(1)
  await pass(60, { arriving: 0, storing: 5_000 })
  const half = await pass(60, { arriving: 2_500, storing: 5_000, processor: 0.75 })
  expect(half.unread).toBe(0)
  expect(half.share).toBeCloseTo(0.5)
})

test('spare CPU time means spare capacity', async () => {
  const { pass } = aWorld()
  // One partition has all of the backlog: its reader is saturated, the engine is not.
  const load = await pass(60, { arriving: 8_000, storing: 1_000, processor: 0.2 })
  expect(load.capacity).toBeCloseTo(1_000)
  expect(load.share).toBeCloseTo(0.2)
})

test('does not count CPU use of merges and searches as load once the capacity is known', async () => {
  const { pass } = aWorld()
  await pass(60, { arriving: 8_000, storing: 5_000, processor: 1 })
  await pass(60, { storing: 5_000 })
  expect((await pass(60, { arriving: 500, storing: 5_000, processor: 1 })).share).toBeCloseTo(0.1)
})

test('a standstill of the engine does not lower the capacity', async () => {
  const { pass } = aWorld()
  await pass(60, { arriving: 8_000, storing: 5_000 })
  expect((await pass(600, { arriving: 1_000, storing: 0 })).capacity).toBeGreaterThan(4_000)
})

test('the capacity rises at once and falls slowly', async () => {
  const { pass } = aWorld()
  await pass(60, { arriving: 8_000, storing: 5_000 })
  const soon = await pass(9, { arriving: 8_000, storing: 2_500 })
  expect(soon.capacity).toBeGreaterThan(3_500)
  expect((await pass(180, { arriving: 8_000, storing: 2_500 })).capacity).toBeCloseTo(2_500, -2)
  expect((await pass(15, { arriving: 8_000, storing: 6_000 })).capacity).toBeCloseTo(6_000)
})

test('measures the capacity with delayed looks on a busy machine too', async () => {
  const { state, meter } = aWorld()
  let load: Load | undefined
  for (let at = 0; at < 60; at += 7) {
    load = await meter.measure()
    state.now += 7_000
    state.end += 8_000 * 7
    state.stored += 5_000 * 7
  }
  expect(load?.capacity).toBeCloseTo(5_000)
})

test('a few waiting batches are not saturation', async () => {
  const { state, pass } = aWorld()
  state.end += 4_900
  expect((await pass(60, { arriving: 1_000, storing: 1_000 })).capacity).toBeUndefined()
})

test('uses only the log when the engine does not answer', async () => {
  const { pass } = aWorld()
  const unknown = await pass(60, { arriving: 1_000, storing: 1_000, processor: new Error('no engine') })
  expect(unknown.share).toBeUndefined()
  await pass(60, { arriving: 8_000, storing: 5_000 })
  await pass(60, { storing: 5_000 })
  expect((await pass(60, { arriving: 1_000, storing: 5_000 })).share).toBeCloseTo(0.2)
})

test('excludes time without looks from the rate', async () => {
  const { state, meter, pass } = aWorld()
  await pass(60, { arriving: 8_000, storing: 5_000, processor: 1 })
  state.now += 3_600_000
  meter.restart()
  expect(await meter.measure()).toMatchObject({ eventsPerSecond: undefined, share: 1 })
  expect((await pass(3, { arriving: 8_000, storing: 5_000 })).eventsPerSecond).toBeCloseTo(5_000)
})

test('restarts the rate when the log is replaced', async () => {
  const { state, pass } = aWorld()
  await pass(60, { arriving: 1_000, storing: 1_000 })
  Object.assign(state, { stored: 0, end: 0 })
  expect((await pass(0, {})).eventsPerSecond).toBeUndefined()
  expect((await pass(6, { arriving: 1_000, storing: 1_000 })).eventsPerSecond).toBeCloseTo(1_000)
})
