import { waitUntil } from '@watchpost/servers'
import { livingProcesses, type StackFolder } from '../../../stack/stack-folder.ts'

const BACK_WITHIN_MS = 60_000

/** Kills a service with SIGKILL; the supervisor restarts it. Resolves once it runs again. */
export async function killService(folder: StackFolder, name: string, withinMs = BACK_WITHIN_MS): Promise<void> {
  const pid = livingProcesses(folder).get(name)
  if (pid === undefined) throw new Error(`no ${name} runs`)
  process.kill(pid, 'SIGKILL')
  const isBack = () => (livingProcesses(folder).get(name) ?? pid) !== pid
  if (!(await waitUntil(isBack, { withinMs }))) throw new Error(`the ${name} does not come back`)
}
