import { readFileSync } from 'node:fs'
import { type ServiceName, serviceNames } from '@watchpost/runtime'
import { clientSecurity, type Login } from '@watchpost/servers'
import { storeTlsQuery } from '../../../stack/secured/server-certificates.ts'
import { kafkaSecurity, storeLogins } from '../../../stack/secured/secured-users.ts'
import type { Stack } from '../../../stack/stack.ts'
import { secretFile } from '../../../stack/stack-folder.ts'
import { checkVerdict, judge, settle } from '../../harness/judge.ts'
import { createLoad } from '../../harness/load.ts'
import type { Report } from '../../harness/report.ts'
import { startProofStack } from '../../harness/stack/proof-stack.ts'
import { checkAll } from './check-all.ts'
import { proveDefaults } from './defaults.ts'
import { clientOf, forbiddenInLog, outcomeOf, tryInLog } from './log-trial.ts'
import { logOperations } from './log-operations.ts'
import { provePossible } from './possible.ts'
import { forbiddenInStore, storeUrl, tablesItCanShare, tryInStore, tryToConnect } from './store-trial.ts'

export interface SecuredOptions {
  dir: string
  seed: number
  events: number
}

/**
 * The appliance works with a user of least privileges for each service, PostgreSQL and Kafka refuse everything else,
 * and each refused operation is possible on servers without these users.
 */
export async function proveSecured(report: Report, { dir, seed, events }: SecuredOptions): Promise<void> {
  {
    await using proof = await startProofStack({ dir, isSecured: true, isShareable: false })
    const { stack, api } = proof
    await proveDefaults(report, stack, api)
    const load = createLoad({ stackDir: dir, gateway: `https://127.0.0.1:${stack.state.config.gatewayPort}` })
    await load.send(seed, events)
    await settle(api, events)
    checkVerdict(report, 'events are stored and found', events, await judge(api, load.oracles()))
    const alerts = await api.must<unknown[]>('GET', '/api/alerts?limit=100')
    report.check('alerts are listed', alerts.length > 0, `${alerts.length} alerts`)
    await proveStrangers(report, stack)
    for (const service of serviceNames) await proveForbidden(report, stack, service)
  }
  await provePossible(report, dir)
}

function loginOf(logins: readonly Login[], service: ServiceName): Login {
  const login = logins.find(({ name }) => name.endsWith(service))
  if (!login) throw new Error(`${service} has no user`)
  return login
}

/** Connections without TLS, without the right CA or without the right password. */
async function proveStrangers(report: Report, stack: Stack): Promise<void> {
  const { tls, users } = kafkaSecurity(stack.folder)
  const { kafkaPort } = stack.state.config
  const see = logOperations.find(({ name }) => name === 'see the end of the events')
  if (!see) throw new Error('there is no such operation')
  const right = clientSecurity(tls, loginOf(users, 'gateway'))
  const wrong = { ...loginOf(users, 'gateway'), passwordFile: secretFile(stack.folder, 'another-password') }
  const ofLog = {
    'with its password': await outcomeOf(see.run(clientOf(kafkaPort, right))),
    'without TLS': await outcomeOf(see.run(clientOf(kafkaPort))),
    'without the CA': await outcomeOf(see.run(clientOf(kafkaPort, { ...right, tls: {} }))),
    'without a user': await outcomeOf(see.run(clientOf(kafkaPort, { tls: { ca: readFileSync(tls.caFile) } }))),
    'with another password': await outcomeOf(see.run(clientOf(kafkaPort, clientSecurity(tls, wrong)))),
  }
  checkOnlyFirst(report, 'Kafka lets in only known users over TLS', ofLog)

  const login = loginOf(storeLogins(stack.folder), 'gateway')
  const trusted = `?${storeTlsQuery(stack.folder)}`
  const ofStore = {
    'with its password': await tryToConnect(storeUrl(stack, login, trusted)),
    'without TLS': await tryToConnect(storeUrl(stack, login)),
    'without the CA': await tryToConnect(storeUrl(stack, login, '?sslmode=verify-full')),
    'with another password': await tryToConnect(
      storeUrl(stack, { ...login, passwordFile: wrong.passwordFile }, trusted),
    ),
  }
  checkOnlyFirst(report, 'PostgreSQL lets in only known users over TLS', ofStore)
}

function checkOnlyFirst(report: Report, name: string, outcomes: Record<string, string>): void {
  const [first, ...others] = Object.values(outcomes)
  const told = Object.entries(outcomes).map(([how, outcome]) => `${how}: ${outcome}`)
  report.check(name, first === 'done' && !others.includes('done'), told.join('; '))
}

async function proveForbidden(report: Report, stack: Stack, service: ServiceName): Promise<void> {
  const { tls, users } = kafkaSecurity(stack.folder)
  const trusted = `?${storeTlsQuery(stack.folder)}`
  const url = storeUrl(stack, loginOf(storeLogins(stack.folder), service), trusted)
  const inStore = await tryInStore(url, forbiddenInStore(service))
  checkAll(report, `PostgreSQL refuses what ${service} may not do`, inStore, 'refused')
  const shared = await tablesItCanShare(url)
  report.check(`${service} cannot pass its privileges on`, shared.length === 0, shared.join(' '))
  const client = clientOf(stack.state.config.kafkaPort, clientSecurity(tls, loginOf(users, service)))
  checkAll(
    report,
    `Kafka refuses what ${service} may not do`,
    await tryInLog(client, forbiddenInLog(service)),
    'refused',
  )
}
