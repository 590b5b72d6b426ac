import type { StreamIdentity } from './handshake.ts'
import { connectStream, type StreamOptions, type StreamTarget } from './stream-connection.ts'
import { StreamTrouble } from './trouble.ts'

type StepName = 'interface' | 'connect' | 'key'

/** One step of a test and its result; a step that was not reached has no entry. */
export interface TryStep {
  step: StepName
  isOk: boolean
  /** Since the previous step. */
  milliseconds: number
  detail: string
}

/** Connects to a parent as the exporter would, and reports each step. */
export async function tryParent(
  target: StreamTarget,
  identity: StreamIdentity,
  options: Pick<StreamOptions, 'resolve' | 'signal' | 'interfaces'>,
): Promise<TryStep[]> {
  const steps: TryStep[] = []
  let since = performance.now()
  const note = (step: StepName, isOk: boolean, detail: string) => {
    const at = performance.now()
    steps.push({ step, isOk, milliseconds: Math.round(at - since), detail })
    since = at
  }
  try {
    const onStep: StreamOptions['onStep'] = (step, detail) => note(step, true, detail)
    const connection = await connectStream(target, identity, { ...options, onStep })
    note('key', true, 'The parent takes the key.')
    connection.end()
  } catch (error) {
    if (!(error instanceof StreamTrouble)) throw error
    // A parent reports `already_streaming` only for the right key, so the test has succeeded.
    const isKnown = error.reason === 'already_streaming'
    const detail = isKnown ? 'The parent takes the key, and has a stream of this appliance already.' : error.message
    note(stepOf(error, steps), isKnown, detail)
  }
  return steps
}

function stepOf({ reason }: StreamTrouble, steps: readonly TryStep[]): StepName {
  if (reason === 'interface') return 'interface'
  return steps.some(({ step }) => step === 'connect') ? 'key' : 'connect'
}
