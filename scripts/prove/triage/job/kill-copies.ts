import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntil } from '@watchpost/servers'
import { readiness } from '../../../stack/appliance-server.ts'
import type { Stack } from '../../../stack/stack.ts'
import { livingProcesses } from '../../../stack/stack-folder.ts'
import type { createChance } from '../../harness/chance.ts'
import type { Report } from '../../harness/report.ts'

const BACK_WITHIN_MS = 180_000

export interface Kills {
  count: number
  /** The pause before each of them. */
  everyMs: number
}

/** Kills copies of the API and of the indexer in turn while the work is under way; returns how many. */
export async function killCopies(
  { folder, state }: Stack,
  report: Report,
  random: ReturnType<typeof createChance>,
  { count, everyMs }: Kills,
  isOver: () => boolean,
): Promise<number> {
  let killed = 0
  while (killed < count && !isOver()) {
    await sleep(everyMs)
    if (isOver()) break
    const role = killed % 2 === 0 ? 'api' : 'indexer'
    const [name, pid] = random.pick([...livingProcesses(folder)].filter(([each]) => each.startsWith(role)))
    report.step(`kill -9 ${name}`)
    process.kill(pid, 'SIGKILL')
    killed++
    const isBack = async () => {
      const { services } = await readiness(state.config.internalPort)
      return livingProcesses(folder).get(name) !== pid && services[name] === 'ready'
    }
    if (!(await waitUntil(isBack, { withinMs: BACK_WITHIN_MS }))) throw new Error(`${name} did not come back`)
  }
  return killed
}
