import { setTimeout as sleep } from 'node:timers/promises'
import type { Resolve, SyslogTarget } from './open-socket.ts'
import { connectSyslog } from './syslog-connection.ts'
import { SyslogTrouble } from './trouble.ts'

export const trySteps = ['resolve', 'connect', 'tls', 'written', 'still_open'] as const
export type TryStepName = (typeof trySteps)[number]

/** One step of a test and its result; a step that was not reached has no entry. */
export interface TryStep {
  step: TryStepName
  isOk: boolean
  /** Since the previous step. */
  milliseconds: number
  detail: string
}

/** A receiver that rejects us does so within this time, if at all. */
const WATCHED_MS = 1_000

/** Sends one test message and reports each step, so that the operator sees how far it got. */
export async function tryTarget(
  target: SyslogTarget,
  resolve: Resolve,
  message: Buffer,
  signal: AbortSignal,
): Promise<TryStep[]> {
  const steps: TryStep[] = []
  let since = performance.now()
  const note = (step: TryStepName, isOk: boolean, detail: string) => {
    const at = performance.now()
    steps.push({ step, isOk, milliseconds: Math.round(at - since), detail })
    since = at
  }
  try {
    const connection = await connectSyslog(target, resolve, {
      signal,
      stalledMs: WATCHED_MS * 5,
      onStep: (step, detail) => note(step, true, detail),
    })
    await connection.write(message)
    note('written', true, `${message.length} bytes, to the network of this appliance`)
    const broken = new Promise<SyslogTrouble>((told) => connection.onBreak(told))
    const trouble = await Promise.race([broken, sleep(WATCHED_MS)])
    if (trouble) note('still_open', false, trouble.message)
    else note('still_open', true, 'The receiver has kept the connection open. Syslog has no other acknowledgement.')
    await connection.end()
  } catch (error) {
    if (!(error instanceof SyslogTrouble)) throw error
    note(nextStep(steps, target), false, error.message)
  }
  return steps
}

function nextStep(steps: readonly TryStep[], { tls }: SyslogTarget): TryStepName {
  const expected = trySteps.filter((each) => each !== 'tls' || tls)
  return expected.find((each) => !steps.some(({ step }) => step === each)) ?? 'still_open'
}
