import type { Stack } from '../../../../stack/stack.ts'
import { perEvent, stageTimes } from '../../../stage-times.ts'
import { untilQuiet } from './until-quiet.ts'

/**
 * Processor time by process group while the work goes on, and of the engine alone until it is quiet again. The work
 * answers the processes that it started; `others` run already.
 */
export async function measureStages(
  stack: Stack,
  events: number,
  work: () => Promise<Record<string, readonly number[]>>,
  others: Record<string, readonly number[]> = {},
): Promise<{ stages: Record<string, number>; engineAfter: number }> {
  const before = stageTimes(stack.folder, others)
  const started = await work()
  const after = stageTimes(stack.folder, { ...others, ...started })
  await untilQuiet(stack)
  const later = perEvent(after, stageTimes(stack.folder, {}), events)
  return { stages: perEvent(before, after, events), engineAfter: later.opensearch ?? 0 }
}
