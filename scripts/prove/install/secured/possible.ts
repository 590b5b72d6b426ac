import { execFileSync } from 'node:child_process'
import { watchpostCommand } from '../../../stack/appliance-server.ts'
import { down } from '../../../stack/down.ts'
import { secretFile } from '../../../stack/stack-folder.ts'
import type { Report } from '../../harness/report.ts'
import { makeFresh, up } from '../../harness/stack/proof-stack.ts'
import { checkAll } from './check-all.ts'
import { logOperations } from './log-operations.ts'
import { clientOf, tryInLog, untilGroupsWork } from './log-trial.ts'
import { storeOperations } from './store-operations.ts'
import { storeUrl, tryInStore } from './store-trial.ts'

/** On servers of a stack for development, one user may do everything that the services are refused elsewhere. */
export async function provePossible(report: Report, dir: string): Promise<void> {
  const wish = { isSecured: false, nodes: 0 }
  await makeFresh(dir, wish)
  const stack = await up({ ...wish, dir, isServicesOnly: true })
  try {
    const { command, args, env } = watchpostCommand(stack.folder, ['init'])
    execFileSync(command, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
    const owner = { name: 'watchpost', passwordFile: secretFile(stack.folder, 'store-password') }
    const inStore = await tryInStore(storeUrl(stack, owner), storeOperations, { isOwner: true })
    checkAll(report, 'PostgreSQL without these users allows all of it', inStore, 'done')
    const client = clientOf(stack.state.config.kafkaPort)
    await untilGroupsWork(client)
    const inLog = await tryInLog(client, logOperations)
    checkAll(report, 'Kafka without these users allows all of it', inLog, 'done')
  } finally {
    await down(dir)
  }
}
