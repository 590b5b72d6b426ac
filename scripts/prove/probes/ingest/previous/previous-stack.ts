import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { openStack } from '../../../../stack/stack.ts'
import { connectApi } from '../../../harness/stack/proof-stack.ts'
import { createProbeClient } from '../../probe-client.ts'
import type { Site } from '../turns/path-turn.ts'
import { checkOut } from './checkout.ts'

/** The offset between the ports of this commit's stack and the earlier one's. */
const PORTS_APART = 500

/** The stack of an earlier commit next to ours, created by that commit's own code, with its own agent. */
export async function startPreviousStack(
  commit: string,
  dir: string,
): Promise<Site & AsyncDisposable & { hash: string }> {
  const { folder, hash } = checkOut(commit)
  const offset = Number(process.env.WATCHPOST_STACK_PORT_OFFSET ?? 0) + PORTS_APART
  const env = { ...process.env, WATCHPOST_STACK_PORT_OFFSET: String(offset), WATCHPOST_STACK_PROBES: '0' }
  const command = (...args: string[]) => runStack(folder, [...args, '--dir', dir], env)
  const remove = () => command('reset', '--yes')
  await remove()
  try {
    await command('up')
    const stack = openStack(dir)
    const api = await connectApi(stack)
    return {
      name: 'previous',
      hash,
      stack,
      probes: createProbeClient(api),
      gateway: `https://127.0.0.1:${stack.state.config.gatewayPort}`,
      executable: join(folder, 'dist/probe/watchpost-probe'),
      async [Symbol.asyncDispose]() {
        api.close()
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}

async function runStack(folder: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, ['scripts/stack/main.ts', ...args], { cwd: folder, env, stdio: 'inherit' })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  if (code !== 0) throw new Error(`the stack of the earlier commit: ${args[0]} ended with ${code}`)
}
