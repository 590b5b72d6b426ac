import type { Stack } from '../../../../stack/stack.ts'
import { livingProcesses } from '../../../../stack/stack-folder.ts'
import { compilerSeconds } from '../../../harness/processor-time.ts'
import { perEvent, stageTimes } from '../../../harness/stage-times.ts'
import { untilQuiet } from './until-quiet.ts'

/**
 * CPU time by process group during the work, the engine's share of JIT compilation, and the engine's time until it is
 * idle again. `work` returns the processes that it started; `others` already run.
 */
export async function measureStages(
  stack: Stack,
  events: number,
  work: () => Promise<Record<string, readonly number[]>>,
  others: Record<string, readonly number[]> = {},
): Promise<{ stages: Record<string, number>; engineAfter: number; engineCompiler: number }> {
  const before = stageTimes(stack.folder, others)
  const compiledBefore = compilerTime(stack)
  const started = await work()
  const after = stageTimes(stack.folder, { ...others, ...started })
  const engineCompiler = ((compilerTime(stack) - compiledBefore) * 1e6) / events
  await untilQuiet(stack)
  const later = perEvent(after, stageTimes(stack.folder, {}), events)
  return { stages: perEvent(before, after, events), engineAfter: later.opensearch ?? 0, engineCompiler }
}

function compilerTime({ folder }: Stack): number {
  const nodes = [...livingProcesses(folder)].filter(([name]) => name.startsWith('opensearch'))
  return nodes.reduce((sum, [, pid]) => sum + compilerSeconds(pid), 0)
}
