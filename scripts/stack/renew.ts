import { readdirSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { stopServices } from './down.ts'
import { createProgress, type Progress } from './progress.ts'
import { openStack } from './stack.ts'
import { loadStackConfig, type StackConfig } from './stack-config.ts'
import { type StackFolder, stackFolder, writeJson } from './stack-folder.ts'
import { readState, type StackState, type Wish } from './stack-state.ts'

/** The servers have these open, or need them to keep running. */
const KEPT = ['data', 'logs', 'run', 'secrets', 'servers-tls', 'compiled', 'stack.json', 'lock.json']
/** Passwords in use by the running servers. */
const isKeptSecret = (name: string) => name.endsWith('-password')

/**
 * Resets a stack while its servers keep running: removes services, data, certificates, accounts and logs. Returns false
 * if the stack has another size or other settings, or if a server is unhealthy: then it needs a full reset.
 */
export async function renew(dir: string, wish: Wish, progress: Progress = createProgress()): Promise<boolean> {
  const folder = stackFolder(dir)
  const known = readState(folder)
  if (!known) return false
  const config = loadStackConfig()
  const state: StackState = {
    ...known,
    config,
    brokers: wish.brokers ?? 1,
    nodes: wish.nodes ?? 1,
    copies: wish.copies ?? [],
    isSecured: wish.isSecured ?? config.areServersSecured,
    hasInstalledLimits: wish.isSecured ?? false,
  }
  if (!isDeepStrictEqual(ofServers(known), ofServers(state))) return false
  try {
    const stack = openStack(dir)
    const problems = await Promise.all(stack.servers.map((server) => server.problem()))
    if (problems.some((problem) => problem !== undefined)) return false
    await stopServices(stack, progress)
    // The brokers of a cluster share topics and its nodes share indexes: the first of each clears them all.
    const first = stack.servers.filter(({ name }) => !/-[2-9]$/.test(name))
    await Promise.all(first.map((server) => server.clear()))
  } catch (error) {
    progress.say('stack', `cannot be used again: ${error instanceof Error ? error.message : String(error)}`)
    return false
  }
  removeFiles(folder)
  writeJson(folder.state, state)
  progress.say('stack', 'its servers run on, without data')
  return true
}

/** The parameters that the servers were started with. */
function ofServers({ config, brokers, nodes, isSecured = false }: StackState) {
  const { dir: _dir, probes: _probes, ...rest }: StackConfig = config
  return { ...rest, brokers, nodes, isSecured }
}

function removeFiles({ root, logs, secrets }: StackFolder): void {
  const remove = (parent: string, isKept: (name: string) => boolean) => {
    for (const name of readdirSync(parent)) {
      if (!isKept(name)) rmSync(join(parent, name), { recursive: true, force: true })
    }
  }
  remove(root, (name) => KEPT.includes(name))
  remove(secrets, isKeptSecret)
  // Truncate the logs, because the servers have them open for appending.
  for (const name of readdirSync(logs)) truncateSync(join(logs, name))
}
