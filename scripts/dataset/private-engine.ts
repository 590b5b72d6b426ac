import { mkdirSync } from 'node:fs'
import {
  findInstalled,
  findServerUser,
  freePorts,
  makeOwnFolder,
  openSearchNodes,
  waitUntilHealthy,
} from '@watchpost/servers'
import type { DatasetFolder } from './dataset-folder.ts'
import { loadStackConfig } from '../stack/stack-config.ts'

const HEALTHY_WITHIN_MS = 180_000

export interface PrivateEngine {
  url: string
  /** The engine's process id, for proofs that stop or freeze it. */
  pid(): number
  stop(): Promise<void>
}

/** Starts a separate OpenSearch on the data in a folder, on free ports. It ends with the process that started it. */
export async function startPrivateEngine(
  folder: Pick<DatasetFolder, 'data' | 'logs' | 'run'>,
  { heap, settings = {} }: { heap: string; settings?: Record<string, string> },
): Promise<PrivateEngine> {
  const installed = findInstalled({
    cache: process.env.WATCHPOST_CACHE,
    javaHome: process.env.WATCHPOST_STACK_JAVA_HOME,
  })
  const user = findServerUser()
  makeOwnFolder(folder.data, user)
  for (const each of [folder.logs, folder.run]) mkdirSync(each, { recursive: true })
  const place = {
    dataDir: folder.data,
    logDir: folder.logs,
    runDir: folder.run,
    endsWithStarter: true,
    ...(user && { user }),
  }
  const [port = 0, transportPort = 0] = await freePorts(2)
  const [node] = openSearchNodes({
    place,
    installed,
    clusterName: 'watchpost-dataset',
    nodes: [{ port, transportPort }],
    heap,
    settings,
    javaOptions: loadStackConfig().javaOptions,
  })
  if (!node) throw new Error('an engine has at least one node')
  if (node.pid() !== undefined) throw new Error(`an engine runs on ${folder.data} already (pid ${node.pid()})`)
  await node.start()
  try {
    await waitUntilHealthy(node, HEALTHY_WITHIN_MS)
  } catch (error) {
    await node.stop()
    throw error
  }
  const pid = () => {
    const running = node.pid()
    if (running === undefined) throw new Error('the engine does not run')
    return running
  }
  return { url: `http://127.0.0.1:${port}`, pid, stop: () => node.stop() }
}
