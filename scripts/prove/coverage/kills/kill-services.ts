import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntil } from '@watchpost/servers'
import type { Stack } from '../../../stack/stack.ts'
import { livingProcesses } from '../../../stack/stack-folder.ts'
import type { createChance } from '../../harness/chance.ts'

const BACK_WITHIN_MS = 60_000
const MOST_REST_MS = 1_500

/** Kills the gateway and the indexer alternately, at a random time after the previous one is back. */
export async function killServices(
  { folder }: Stack,
  chance: ReturnType<typeof createChance>,
  kills: number,
): Promise<void> {
  for (let kill = 0; kill < kills; kill++) {
    const name = kill % 2 === 0 ? 'gateway' : 'indexer'
    await sleep(chance.below(MOST_REST_MS))
    const [known, pid] = [...livingProcesses(folder)].find(([each]) => each.startsWith(name)) ?? []
    if (!known || !pid) throw new Error(`no ${name} runs`)
    process.kill(pid, 'SIGKILL')
    const isBack = () => ![undefined, pid].includes(livingProcesses(folder).get(known))
    if (!(await waitUntil(isBack, { withinMs: BACK_WITHIN_MS }))) throw new Error(`${name} did not come back`)
  }
}
