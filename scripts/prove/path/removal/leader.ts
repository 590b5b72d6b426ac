import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitUntil } from '@watchpost/servers'
import type { Stack } from '../../../stack/stack.ts'
import { livingProcesses } from '../../../stack/stack-folder.ts'
import { patient } from '../../harness/burners.ts'

const LEADING_LINE = 'leading the indexers'
const LEADS_WITHIN_MS = 60_000

/** The pid of the leading indexer, from the newest log line about it; waits while that is a killed one. */
export async function untilLeading({ folder }: Stack, killed: ReadonlySet<number>): Promise<number> {
  let leader = 0
  const isFound = () => {
    const newest = linesWith(folder.logs, LEADING_LINE)
      .toSorted((a, b) => a.time - b.time)
      .at(-1)
    leader = newest?.pid ?? 0
    return !killed.has(leader) && [...livingProcesses(folder).values()].includes(leader)
  }
  if (!(await waitUntil(isFound, { withinMs: patient(LEADS_WITHIN_MS), everyMs: 50 })))
    throw new Error('no indexer leads')
  return leader
}

function linesWith(folder: string, message: string): { pid: number; time: number }[] {
  const texts = readdirSync(folder)
    .filter((name) => name.startsWith('indexer'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
  return texts
    .flatMap((text) => text.split('\n'))
    .filter((line) => line.includes(`"${message}"`))
    .map((line) => {
      const { pid, time } = JSON.parse(line) as { pid: number; time: number | string }
      return { pid, time: new Date(time).getTime() }
    })
}
