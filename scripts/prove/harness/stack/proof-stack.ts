import { setTimeout as sleep } from 'node:timers/promises'
import { down, reset, stopRoles } from '../../../stack/down.ts'
import { createProgress } from '../../../stack/progress.ts'
import { renew } from '../../../stack/renew.ts'
import { openStack, type Stack } from '../../../stack/stack.ts'
import { livingProcesses, stackFolder } from '../../../stack/stack-folder.ts'
import type { Wish } from '../../../stack/stack-state.ts'
import { up, type UpOptions } from '../../../stack/up.ts'
import { type ApiClient, createApiClient } from '../api-client.ts'

export type ProofStack = Awaited<ReturnType<typeof startProofStack>>

let isShared = false

/** From now on servers run on when a proof ends, and the next proof takes them over, emptied, if it can use them. */
export function shareServers(): void {
  isShared = true
}

export interface ProofStackOptions extends UpOptions {
  /** The proof has prepared the stack itself: it is not made fresh. */
  isKept?: boolean
  /** Whether the next proof may take the servers over: not if the proof has prepared them in a way that lasts. */
  isShareable?: boolean
}

export function hasSharedServers(): boolean {
  return isShared
}

/** A stack for one proof: fresh at the beginning, in a folder and on ports of its own, down at the end. */
export async function startProofStack({ isKept = false, isShareable = !isKept, ...options }: ProofStackOptions) {
  if (!isKept) await makeFresh(options.dir, options)
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
      await (isShareable ? leaveStack(options.dir) : down(options.dir))
    },
  }
}

/** Nothing of an earlier proof is left in the stack: it is gone, or its servers run and are empty. */
export async function makeFresh(dir: string, wish: Wish = {}): Promise<void> {
  if (!isShared || !(await renew(dir, wish))) await reset(dir)
}

/** Stops what a proof started: all of it, or all but the servers that the next proof may use. Clusters are not shared. */
export async function leaveStack(dir: string): Promise<void> {
  const stack = openStack(dir)
  const { brokers, nodes } = stack.state
  if (isShared && brokers === 1 && nodes === 1) await stopRoles(stack, createProgress())
  else await down(dir)
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
