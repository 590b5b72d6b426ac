import { spawnSync } from 'node:child_process'
import type { ServiceName } from '@watchpost/runtime'
import { waitUntil } from '@watchpost/servers'
import { createGenerationStore } from '@watchpost/store'
import { watchpostCommand } from '../../../stack/appliance-server.ts'
import type { Stack } from '../../../stack/stack.ts'
import { patient } from '../../harness/burners.ts'
import { checkVerdict, judge, settle } from '../../harness/judge.ts'
import { createLoad } from '../../harness/load.ts'
import type { Report } from '../../harness/report.ts'
import { connectToStore } from '../../harness/stack/connect-to-store.ts'
import { startProofStack } from '../../harness/stack/proof-stack.ts'
import { withSettings } from '../../harness/stack/with-settings.ts'
import { checkAll } from '../secured/check-all.ts'
import { engineOperations, FOREIGN, OWN } from './engine-operations.ts'
import { forbiddenInEngine, tryInEngine } from './engine-trial.ts'
import { type SecuredEngine, startSecuredEngine } from './secured-engine.ts'

/** The services that use the engine. */
const services: readonly ServiceName[] = ['indexer', 'clusters', 'api', 'console']
const ROLL_OVER_WITHIN_MS = 60_000

export interface EngineProofOptions {
  dir: string
  seed: number
  events: number
}

/** The appliance works with OpenSearch 2.19.4, TLS and three roles, and the engine refuses everything else. */
export async function proveEngine(report: Report, options: EngineProofOptions): Promise<void> {
  await using engine = await startSecuredEngine(services)
  report.step('OpenSearch 2.19.4 with users is there')
  await withSettings(engine.settings, () => proveAppliance(report, engine, options))
  await proveForbidden(report, engine)
}

async function proveAppliance(report: Report, engine: SecuredEngine, options: EngineProofOptions): Promise<void> {
  const { dir, seed, events } = options
  await using proof = await startProofStack({ dir, nodes: 0, isShareable: false })
  const { stack, api } = proof
  const load = createLoad({ stackDir: dir, gateway: `https://127.0.0.1:${stack.state.config.gatewayPort}` })
  await load.send(seed, events)
  await settle(api, events)
  await rollOver(stack)
  await load.send(seed + 1, events)
  await settle(api, 2 * events)
  checkVerdict(report, 'events are stored and found across a roll-over', 2 * events, await judge(api, load.oracles()))

  const alerts = await api.must<unknown[]>('GET', '/api/alerts?limit=100')
  report.check('alerts are listed', alerts.length > 0, `${alerts.length} alerts`)
  const { text } = await engine.asAdmin('GET', '/_cat/indices/network_events-*?h=index,docs.count&s=index')
  report.check('roll-over began new indexes', text.trim().split('\n').length >= 2, text.trim().replaceAll(/\s+/g, ' '))
  const { status } = await engine.asStranger()('GET', '/network_events/_search')
  report.check('the engine lets in only known users', status === 401, `answer ${status}`)
  const finding = doctorsFinding(stack)
  report.check('the doctor can look at the engine', finding.includes('2.19.4'), finding)
}

async function rollOver(stack: Stack): Promise<void> {
  const store = connectToStore(stack)
  try {
    const generations = createGenerationStore(store)
    await generations.requestRollOver()
    const isDone = async () => {
      const all = await generations.list()
      return all.length >= 2 && all.slice(0, -1).every(({ isSealed }) => isSealed)
    }
    if (!(await waitUntil(isDone, { withinMs: patient(ROLL_OVER_WITHIN_MS) }))) throw new Error('no roll-over')
  } finally {
    await store.close()
  }
}

/** What the doctor says of the engine, with the permissions of the console's user. */
function doctorsFinding({ folder }: Stack): string {
  const { command, args, env } = watchpostCommand(folder, ['doctor'])
  const { stdout } = spawnSync(command, args, { env, encoding: 'utf8' })
  return stdout.split('\n').find((line) => line.includes('OpenSearch')) ?? ''
}

async function proveForbidden(report: Report, engine: SecuredEngine): Promise<void> {
  for (const index of [FOREIGN, OWN]) {
    await engine.asAdmin('PUT', `/${index}`)
    await engine.asAdmin('PUT', `/${index}/_doc/1?refresh=true`, { amount: 1 })
  }
  for (const service of services) {
    const outcomes = await tryInEngine(engine.asService(service), forbiddenInEngine(service))
    checkAll(report, `the engine refuses what ${service} may not do`, outcomes, 'refused')
  }
  checkAll(
    report,
    'the administrator of the engine may do all of it',
    await tryInEngine(engine.asAdmin, engineOperations),
    'done',
  )
}
