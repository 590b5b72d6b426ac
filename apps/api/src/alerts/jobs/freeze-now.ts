import { AppError } from '@watchpost/contract'
import type { Reach } from '@watchpost/model'
import type { Freeze } from '@watchpost/store'
import { asProblem } from '../engine-failure.ts'
import type { Moment } from './as-of.ts'

export interface FreezePorts {
  frontier: { current(): Promise<Reach> }
  jobs: { freeze(): Promise<Freeze> }
}

export type FreezeNow = () => Promise<Moment>

/** Fixes a set of alerts: those that are completely stored and searchable now, with their current state. */
export function createFreezeNow({ frontier, jobs }: FreezePorts): FreezeNow {
  return async () => {
    const { epoch, offsets, isOpen } = await asProblem(() => frontier.current())
    // Alerts of the previous log may still arrive.
    if (!isOpen) throw new AppError('arrival-unavailable', undefined, { retryAfterSeconds: 30 })
    return { before: { epoch, offsets }, freeze: await jobs.freeze() }
  }
}
