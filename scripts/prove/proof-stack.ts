import { setTimeout as sleep } from 'node:timers/promises'
import { down, reset } from '../stack/down.ts'
import type { Stack } from '../stack/stack.ts'
import { livingProcesses, stackFolder } from '../stack/stack-folder.ts'
import { up, type UpOptions } from '../stack/up.ts'
import { type ApiClient, createApiClient } from './api-client.ts'

export type ProofStack = Awaited<ReturnType<typeof startProofStack>>

/** A stack for one proof: fresh at the beginning, in a folder and on ports of its own, down at the end. */
export async function startProofStack(options: UpOptions & { isKept?: boolean }) {
  if (!options.isKept) await reset(options.dir)
  const stack = await up(options)
  const api = await connectApi(stack).catch(async (error: unknown) => {
    await down(options.dir)
    throw error
  })
  return {
    stack,
    api,
    async [Symbol.asyncDispose]() {
      api.close()
      await down(options.dir)
    },
  }
}

export async function connectApi({ folder, state }: Stack): Promise<ApiClient> {
  const api = createApiClient(folder.root, `https://127.0.0.1:${state.config.apiPort}`)
  await api.login()
  return api
}

/** Ends every process of the stack at once, as a power cut would; answers how many there were. */
export async function killEverything(dir: string): Promise<number> {
  const living = [...livingProcesses(stackFolder(dir)).values()]
  for (const pid of living) process.kill(pid, 'SIGKILL')
  while (livingProcesses(stackFolder(dir)).size > 0) await sleep(50)
  return living.length
}

/** The engine itself, behind everything of ours: what answers are compared with. */
export function engineUrl({ servers }: Stack): string {
  const node = servers.find(({ name }) => name.startsWith('opensearch'))
  if (!node) throw new Error('this stack has no engine')
  return `http://127.0.0.1:${node.ports[0]}`
}

export { up }
