import { engineWays } from './engine-ways.ts'
import { fileWays } from './file-ways.ts'
import { processWays } from './process-ways.ts'
import { storeWays } from './store-ways.ts'
import type { Account, Targets, Way } from './way.ts'

/** All ways, except those in Kafka. */
export const ways: readonly Way[] = [...engineWays, ...storeWays, ...fileWays, ...processWays]

interface Ended {
  status: number
  output: string
}

/** How each way ends: `done`, `refused` for lack of a permission, or what it printed. */
export function tryWays(
  tried: readonly Way[],
  targets: Targets,
  run: (script: string, control: Account) => Ended,
): Map<string, string> {
  return new Map(
    tried.map(({ name, script, refusal, control }) => {
      const { status, output } = run(script(targets), control)
      if (status === 0) return [name, 'done']
      return [name, refusal.test(output) ? 'refused' : `${status}, ${output.trim().slice(-300)}`]
    }),
  )
}
