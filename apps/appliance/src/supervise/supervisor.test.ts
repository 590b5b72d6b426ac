import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { backOffMs } from './back-off.ts'
import { planChildren } from './child-plan.ts'
import type { Running } from './launch.ts'
import { createSupervisor } from './supervisor.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const plans = planChildren(['gateway', 'api'], [], { gateway: 8444, api: 8443 }, 8445)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Processes that end on request, by name. Each start is recorded. */
function fakeProcesses({ ignoresTerm = false } = {}) {
  const starts: string[] = []
  const signals: string[] = []
  const ends = new Map<string, (how: string) => void>()
  const launch = ({ name }: { name: string }): Running => {
    starts.push(name)
    const { promise, resolve } = Promise.withResolvers<string>()
    ends.set(name, resolve)
    return {
      pid: starts.length,
      ended: promise,
      kill(signal) {
        signals.push(`${name} ${signal}`)
        if (signal === 'SIGKILL' || !ignoresTerm) resolve(signal)
      },
    }
  }
  return { starts, signals, launch, end: (name: string) => ends.get(name)?.('code 1') }
}

test('restarts a service that ends after a pause, and leaves the others alone', async () => {
  const processes = fakeProcesses()
  const supervisor = createSupervisor(plans, { launch: processes.launch, log, random: () => 1 })
  supervisor.start()
  processes.end('api')
  await vi.advanceTimersByTimeAsync(249)
  expect(processes.starts).toEqual(['gateway', 'api'])
  expect(supervisor.children()[1]).toMatchObject({ name: 'api', pid: undefined, lastEnd: 'code 1', restarts: 0 })
  await vi.advanceTimersByTimeAsync(1)
  expect(processes.starts).toEqual(['gateway', 'api', 'api'])
  expect(supervisor.children()[1]).toMatchObject({ pid: 3, restarts: 1 })
})

test('doubles the pause up to ten seconds, and resets it after a service ran for a while', async () => {
  expect([1, 2, 3, 6, 7, 50].map((failures) => backOffMs(failures, 1))).toEqual([
    250, 500, 1_000, 8_000, 10_000, 10_000,
  ])
  expect(backOffMs(1, 0)).toBe(125)

  const processes = fakeProcesses()
  const supervisor = createSupervisor(plans, { launch: processes.launch, log, random: () => 1 })
  supervisor.start()
  for (const pause of [250, 500, 1_000]) {
    processes.end('api')
    await vi.advanceTimersByTimeAsync(pause)
  }
  await vi.advanceTimersByTimeAsync(30_000)
  processes.end('api')
  await vi.advanceTimersByTimeAsync(250)
  expect(supervisor.children()[1]?.restarts).toBe(4)
})

test('on stop, lets every service drain and restarts none', async () => {
  const processes = fakeProcesses()
  const supervisor = createSupervisor(plans, { launch: processes.launch, log })
  supervisor.start()
  processes.end('api')
  await vi.advanceTimersByTimeAsync(0)
  await supervisor.stop(10_000)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(processes.signals).toEqual(['gateway SIGTERM'])
  expect(processes.starts).toEqual(['gateway', 'api'])
})

test('kills a service that does not drain in time', async () => {
  const processes = fakeProcesses({ ignoresTerm: true })
  const supervisor = createSupervisor(plans, { launch: processes.launch, log })
  supervisor.start()
  const stopped = supervisor.stop(10_000)
  await vi.advanceTimersByTimeAsync(10_000)
  await stopped
  expect(processes.signals).toEqual(['gateway SIGTERM', 'api SIGTERM', 'gateway SIGKILL', 'api SIGKILL'])
})
