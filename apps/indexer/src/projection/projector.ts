import type { Asking, ProjectedState, ProjectionResult } from '@watchpost/engine'
import type { PendingState } from '@watchpost/store'
import type { ProjectionTelemetry } from './projection-telemetry.ts'

export interface ProjectorPorts {
  /** The alerts whose state is not in the engine yet. */
  outbox: {
    due(limit: number): Promise<PendingState[]>
    /** Unless they were changed since. */
    remove(states: readonly PendingState[]): Promise<void>
    postpone(uuids: readonly string[], seconds: number): Promise<void>
    resetBefore(): Promise<number | undefined>
    resetDone(before: number): Promise<void>
  }
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
/** Entries are stored seconds after the arrival. One that is still missing then was removed with its generation. */
const MISSING_FOR_MS = 3_600_000

/**
 * Copies the state that analysts set from the database into the entries of the engine. A state leaves the outbox only
 * when searches find it. Every step may be repeated, and may run in two processes at once.
 */
export function createProjector({ outbox, engine, telemetry, now = Date.now }: ProjectorPorts) {
  /** After a restore: alerts with a state in the engine that the database does not know. */
  async function resetSome(asking: Asking): Promise<boolean> {
    const before = await outbox.resetBefore()
    if (before === undefined) return false
    const count = await engine.reset(before, asking)
    telemetry.reset(count)
    if (count === 0) await outbox.resetDone(before)
    return count > 0
  }

  return {
    /** One round. Returns true if there may be more already. */
    async tick(asking: Asking): Promise<boolean> {
      const states = await outbox.due(STATES_AT_ONCE)
      if (states.length === 0) return resetSome(asking)
      const results = await engine.project(states, asking)
      const by = Map.groupBy(states, (state, turn) => {
        const result = results[turn] ?? 'again'
        if (result !== 'missing') return result
        return now() - state.receivedAt.getTime() > MISSING_FOR_MS ? 'gone' : 'missing'
      })
      const of = (kind: ProjectionResult | 'gone') => by.get(kind) ?? []
      await outbox.remove([...of('stored'), ...of('gone')])
      await outbox.postpone(uuidsOf(of('again')), CONFLICT_SECONDS)
      await outbox.postpone(uuidsOf(of('missing')), MISSING_SECONDS)
      telemetry.projected(of('stored').length)
      telemetry.gone(of('gone').length)
      return states.length === STATES_AT_ONCE
    },
  }
}
export type Projector = ReturnType<typeof createProjector>

function uuidsOf(states: readonly PendingState[]): string[] {
  return states.map(({ uuid }) => uuid)
}
