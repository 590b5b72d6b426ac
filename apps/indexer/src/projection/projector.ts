import type { Asking, ProjectedState, ProjectionResult } from '@watchpost/engine'
import type { AddressHours, DueState, OutboxBacklog, PendingState, Reprojection } from '@watchpost/store'
import type { ProjectionTelemetry } from './projection-telemetry.ts'

export interface ProjectorPorts {
  /** The alerts whose state is not in the engine yet. */
  outbox: {
    due(limit: number): Promise<DueState[]>
    /** Unless they were changed since. */
    remove(states: readonly PendingState[]): Promise<void>
    postpone(states: readonly PendingState[], seconds: number, refused?: string): Promise<void>
    backlog(): Promise<OutboxBacklog>
  }
  /** Copying everything again. */
  reprojection: {
    current(): Promise<Reprojection | undefined>
    queueSome(limit: number): Promise<void>
    finish(before: number): Promise<void>
  }
  /** IP addresses and hours of days whose clusters have to be counted again. */
  recounts: { touch(days: readonly AddressHours[]): Promise<void> }
  engine: {
    project(states: readonly ProjectedState[], asking: Asking): Promise<ProjectionResult[]>
    reset(before: number, asking: Asking): Promise<number>
  }
  telemetry: ProjectionTelemetry
  now?: () => number
}

const STATES_AT_ONCE = 2_000
/** Another change of the same alert becomes visible with the next refresh of the engine. */
const CONFLICT_SECONDS = 1
const MISSING_SECONDS = 10
/** The engine takes it when its mapping or its settings are repaired. */
const REFUSED_SECONDS = 60
/** Entries are stored seconds after the arrival. One that is still missing then was removed with its generation. */
const MISSING_FOR_MS = 3_600_000
const BACKLOG_MS = 1_000

export type Projector = ReturnType<typeof createProjector>

/**
 * Copies the state that analysts set from the database into the entries of the engine. A state leaves the outbox only
 * when searches find it. Every step may be repeated, and may run in two processes at once.
 */
export function createProjector({ outbox, reprojection, recounts, engine, telemetry, now = Date.now }: ProjectorPorts) {
  let measuredAt = 0

  async function measure(): Promise<void> {
    if (now() - measuredAt < BACKLOG_MS) return
    telemetry.backlog(await outbox.backlog())
    measuredAt = now()
  }

  /** While nothing is due: queues some more states, and resets copies of states that the database does not have. */
  async function copyAgain(asking: Asking): Promise<boolean> {
    const current = await reprojection.current()
    if (!current) return false
    if (!current.isQueued) {
      await reprojection.queueSome(STATES_AT_ONCE)
      return true
    }
    const count = await engine.reset(current.before, asking)
    telemetry.reset(count)
    if (count === 0) await reprojection.finish(current.before)
    return count > 0
  }

  async function copy(states: readonly DueState[], asking: Asking): Promise<void> {
    const results = await engine.project(states, asking)
    const paired = states.map((state, turn) => ({ state, result: results[turn] ?? { kind: 'again' as const } }))
    const of = (kind: ProjectionResult['kind']) =>
      paired.filter(({ result }) => result.kind === kind).map(({ state }) => state)
    const [gone, missing] = divide(of('missing'), ({ receivedAt }) => now() - receivedAt.getTime() > MISSING_FOR_MS)
    // Before the changes leave the outbox: after a crash in between, both are done once more.
    await recounts.touch(daysOf(paired.filter(({ state }) => state.isStatusChanged).map(({ result }) => result)))
    await outbox.remove([...of('stored'), ...gone])
    await outbox.postpone(of('again'), CONFLICT_SECONDS)
    await outbox.postpone(missing, MISSING_SECONDS)
    for (const { state, result } of paired) {
      if (result.kind !== 'refused') continue
      await outbox.postpone([state], REFUSED_SECONDS, result.reason)
      telemetry.refused(state.uuid, result.reason)
    }
    telemetry.projected(of('stored').length)
    telemetry.gone(gone.length)
  }

  return {
    /** One round. Returns true if there may be more to do at once. */
    async tick(asking: Asking): Promise<boolean> {
      await measure()
      const states = await outbox.due(STATES_AT_ONCE)
      if (states.length === 0) return copyAgain(asking)
      await copy(states, asking)
      return states.length === STATES_AT_ONCE
    },

    /** Another indexer takes over, and measures from now on. */
    rest: () => telemetry.backlog(undefined),
  }
}

function daysOf(results: readonly ProjectionResult[]): AddressHours[] {
  return results.flatMap((result) =>
    result.kind === 'stored' ? result.ips.map((ip) => ({ day: result.day, ip, hours: 1 << result.hour })) : [],
  )
}

function divide<T>(values: readonly T[], isFirst: (value: T) => boolean): [T[], T[]] {
  return [values.filter(isFirst), values.filter((value) => !isFirst(value))]
}
