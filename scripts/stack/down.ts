import { rmSync } from 'node:fs'
import { isListening, type Server, waitUntil } from '@watchpost/servers'
import { createProgress, type Progress } from './progress.ts'
import { openStack, type Stack } from './stack.ts'
import { livingProcesses, stackFolder } from './stack-folder.ts'
import { readState } from './stack-state.ts'

/** Time for services without a supervisor to end, and for the kernel to free their ports. */
const LEFTOVERS_WITHIN_MS = 15_000

/** Stops the services, which drain, then the servers; checks that no process and no port is left. */
export async function down(dir: string, progress: Progress = createProgress()): Promise<void> {
  const folder = stackFolder(dir)
  if (!readState(folder)) {
    progress.say('stack', `there is none in ${folder.root}`)
    return
  }
  const stack = openStack(dir)
  const { servers, appliance } = stack
  await stopServices(stack, progress)
  await Promise.all(servers.map((server) => stop(server, progress)))

  const ports = [...servers, appliance].flatMap((server) => server.ports)
  for (const port of ports) {
    if (await waitUntil(async () => !(await isListening(port)), { withinMs: LEFTOVERS_WITHIN_MS })) continue
    throw new Error(`port ${port} is still open, though no process of this stack is left: someone else's?`)
  }
  const left = [...livingProcesses(folder)].map(([name, pid]) => `${name} (${pid})`)
  if (left.length > 0) throw new Error(`still running: ${left.join(', ')}`)
  rmSync(folder.run, { recursive: true, force: true })
  progress.say('stack', 'down: no process and no port is left; the data stay')
}

/** Stops the services, which drain; the servers keep running. */
export async function stopServices({ folder, servers, appliance }: Stack, progress: Progress): Promise<void> {
  await stop(appliance, progress)
  const isServer = new Set(servers.map(({ name }) => name))
  const services = () => [...livingProcesses(folder)].filter(([name]) => !isServer.has(name))
  if (!(await waitUntil(() => services().length === 0, { withinMs: LEFTOVERS_WITHIN_MS }))) {
    for (const [name, pid] of services()) {
      process.kill(pid, 'SIGKILL')
      progress.say(name, 'did not drain in time: ended by force')
    }
  }
}

async function stop(server: Server, progress: Progress): Promise<void> {
  if (server.pid() === undefined) return
  await server.stop()
  progress.say(server.name, 'stopped')
}

/** Stops the stack and deletes all its data, certificates, passwords and logs. */
export async function reset(dir: string, progress: Progress = createProgress()): Promise<void> {
  const folder = stackFolder(dir)
  const state = readState(folder)
  await down(dir, progress)
  if (state?.isDataElsewhere) rmSync(state.dataDir, { recursive: true, force: true })
  // Delete only the folder of a stack: a wrong --dir must not delete anything else.
  if (state) rmSync(folder.root, { recursive: true, force: true })
  progress.say('stack', 'nothing is left of it')
}
