import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { planChildren } from './child-plan.ts'
import type { UnitState } from './unit-state.ts'
import { createUnitWatch } from './unit-watch.ts'

const plans = planChildren(['gateway', 'api'], [], { gateway: 8444, api: 8443 }, 8445)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A systemd with two units, and a watch on them. */
function aSystemd() {
  const units = new Map<string, UnitState>([
    ['watchpost-gateway.service', { pid: 11, restarts: 0 }],
    ['watchpost-api.service', { pid: 12, restarts: 4, memoryBytes: 1_000 }],
  ])
  const restarts: string[] = []
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
  const faults = { isAway: false }
  const watch = createUnitWatch(plans, {
    readUnits: async () => {
      if (faults.isAway) throw new Error('no bus')
      return new Map(units)
    },
    log,
    onRestart: (name) => restarts.push(name),
    everyMs: 1_000,
  })
  const api = () => watch.children()[1]
  const change = async (state: Partial<UnitState>) => {
    units.set('watchpost-api.service', { restarts: 4, ...state })
    await vi.advanceTimersByTimeAsync(1_000)
  }
  return { watch, units, restarts, log, faults, api, change }
}

test('reports the units as children, with their ports', async () => {
  const { watch, api } = aSystemd()
  await watch.start()
  expect(watch.children()[0]).toMatchObject({ name: 'gateway', port: 8444, internalPort: 8446, pid: 11, restarts: 0 })
  expect(api()).toMatchObject({ name: 'api', port: 8443, internalPort: 8447, pid: 12, restarts: 4, memoryBytes: 1_000 })
  await watch.stop(0)
})

test('counts restarts from its own start, and remembers how the service ended', async () => {
  const { watch, restarts, api, change } = aSystemd()
  await watch.start()
  await change({ restarts: 4, end: 'SIGKILL' })
  expect(api()).toMatchObject({ pid: undefined, memoryBytes: undefined, lastEnd: 'SIGKILL' })
  await change({ restarts: 6, pid: 13 })
  expect(api()).toMatchObject({ pid: 13, restarts: 6, lastEnd: 'SIGKILL' })
  expect(restarts).toEqual(['api', 'api'])
  // Started by hand: systemd counts from zero again.
  await change({ restarts: 0, pid: 14 })
  await change({ restarts: 1, pid: 15 })
  expect(restarts).toEqual(['api', 'api', 'api'])
  await watch.stop(0)
})

test('keeps the last known state for half a minute when systemd does not answer', async () => {
  const { watch, faults, log, api } = aSystemd()
  await watch.start()
  faults.isAway = true
  await vi.advanceTimersByTimeAsync(29_000)
  expect(api()).toMatchObject({ pid: 12 })
  await vi.advanceTimersByTimeAsync(3_000)
  expect(api()).toMatchObject({ pid: undefined, lastEnd: 'unknown' })
  expect(log.warn).toHaveBeenLastCalledWith(expect.anything(), 'systemd does not answer')
  faults.isAway = false
  await vi.advanceTimersByTimeAsync(1_000)
  expect(api()).toMatchObject({ pid: 12 })
  await watch.stop(0)
})

test('does not start without systemd, and says what is missing', async () => {
  const { watch, faults, units, api } = aSystemd()
  faults.isAway = true
  await expect(async () => watch.start()).rejects.toThrow('no bus')
  faults.isAway = false
  units.delete('watchpost-api.service')
  await watch.start()
  expect(api()).toMatchObject({ lastEnd: 'unit unknown' })
  await watch.stop(0)
})
