import { setTimeout as sleep } from 'node:timers/promises'
import { down, reset, stopServices } from '../../../stack/down.ts'
import { createProgress } from '../../../stack/progress.ts'
import { renew } from '../../../stack/renew.ts'
import { openStack, type Stack } from '../../../stack/stack.ts'
import { livingProcesses, stackFolder } from '../../../stack/stack-folder.ts'
import type { Wish } from '../../../stack/stack-state.ts'
import { up, type UpOptions } from '../../../stack/up.ts'
import { type ApiClient, createApiClient } from '../api-client.ts'

export type ProofStack = Awaited<ReturnType<typeof startProofStack>>

let isShared = false

/** From now on servers keep running when a proof ends. The next proof reuses them, emptied, if it can. */
export function shareServers(): void {
  isShared = true
}

export interface ProofStackOptions extends UpOptions {
  /** The proof has prepared the stack: do not reset it. */
  isKept?: boolean
  /** Whether the next proof may reuse the servers; false if the proof has changed them permanently. */
  isShareable?: boolean
}

export function hasSharedServers(): boolean {
  return isShared
}

/** A stack for one proof: fresh at the start, with its own folder and ports, stopped at the end. */
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

/** Removes everything of an earlier proof: the stack is gone, or its servers run empty. */
export async function makeFresh(dir: string, wish: Wish = {}): Promise<void> {
  if (!isShared || !(await renew(dir, wish))) await reset(dir)
}

/** Stops what a proof started, except for servers that the next proof may use. Clusters are not shared. */
export async function leaveStack(dir: string): Promise<void> {
  const stack = openStack(dir)
  const { brokers, nodes } = stack.state
  if (isShared && brokers === 1 && nodes === 1) await stopServices(stack, createProgress())
  else await down(dir)
}

export async function connectApi({ folder, state }: Stack): Promise<ApiClient> {
  const api = createApiClient(folder.root, `https://127.0.0.1:${state.config.apiPort}`)
  await api.login()
  return api
}

/** Kills every process of the stack at once, like a power cut; returns how many there were. */
export async function killEverything(dir: string): Promise<number> {
  const living = [...livingProcesses(stackFolder(dir)).values()]
  for (const pid of living) process.kill(pid, 'SIGKILL')
  while (livingProcesses(stackFolder(dir)).size > 0) await sleep(50)
  return living.length
}

/** The engine itself, without our services: the reference for comparisons. */
export function engineUrl({ servers }: Stack): string {
  const node = servers.find(({ name }) => name.startsWith('opensearch'))
  if (!node) throw new Error('this stack has no engine')
  return `http://127.0.0.1:${node.ports[0]}`
}

export { up }
