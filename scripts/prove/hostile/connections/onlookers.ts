import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Stack } from '../../../stack/stack.ts'
import { signIn } from '../../accounts/administrator.ts'
import { makeKey } from '../../accounts/answers/people.ts'
import { endWithUs } from '../../probes/agents/end-with-us.ts'
import { authorityOf } from '../stage.ts'
import { attackingAddresses, OTHER_ADDRESS } from './attack-plan.ts'
import type { OnlookerOrder, OnlookersReport } from './onlooker-process.ts'

/** For each port, one client at another IP address, and one at an attacking address that keeps its connection. */
export async function onlookerOrders(stack: Stack): Promise<OnlookerOrder[]> {
  const { headers } = await makeKey(await signIn(stack), ['search'])
  const { apiPort, gatewayPort } = stack.state.config
  const probe = (number: number) => ({
    cert: readFileSync(join(stack.folder.probes, `${number}.pem`), 'utf8'),
    key: readFileSync(join(stack.folder.probes, `${number}-key.pem`), 'utf8'),
  })
  const api = { port: apiPort, apiKey: headers['api-key'], everyMs: 100, ca: authorityOf(stack) }
  const gateway = { port: gatewayPort, everyMs: 250, ca: authorityOf(stack) }
  const elsewhere = { address: OTHER_ADDRESS, isKept: false }
  const [attackingAddress = ''] = attackingAddresses(1)
  const amongThem = { address: attackingAddress, isKept: true }
  return [
    { name: 'API, other address', ...api, ...elsewhere },
    { name: 'API, kept connection at an attacking address', ...api, ...amongThem },
    { name: 'gateway, other address', ...gateway, ...elsewhere, ...probe(1) },
    { name: 'gateway, kept connection at an attacking address', ...gateway, ...amongThem, ...probe(2) },
  ]
}

/** Starts them in a separate process, so that nothing here delays them; `stop` returns their results. */
export function startOnlookers(orders: readonly OnlookerOrder[]) {
  const child = fork(join(import.meta.dirname, 'onlooker-process.ts'))
  endWithUs(child)
  child.send(orders)
  return {
    stop: () =>
      new Promise<OnlookersReport>((resolve, reject) => {
        child.once('message', (report: OnlookersReport) => resolve(report))
        child.once('exit', (code) => reject(new Error(`the onlookers ended with ${code}`)))
        child.send('stop')
      }),
  }
}
