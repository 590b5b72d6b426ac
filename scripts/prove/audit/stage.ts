import { randomBytes } from 'node:crypto'
import { spawn } from 'node:child_process'
import { newSigningKey, signingKeyName } from '@watchpost/audit'
import { serviceNames } from '@watchpost/runtime'
import { isListening, waitUntil, waitUntilHealthy } from '@watchpost/servers'
import {
  connectStore,
  createAccountStore,
  createCertificateStore,
  createPasswordHash,
  createSealedSecretStore,
  createSealingKeyStore,
  grantToServices,
  migrate,
  pepperName,
} from '@watchpost/store'
import { join } from 'node:path'
import { consoleOrigin } from '../../../apps/appliance/src/console-origin.ts'
import { ensureFirstAdministrator } from '../../../apps/appliance/src/setup/first-administrator.ts'
import { ensureAuthority, ensureServerCertificate } from '../../../apps/appliance/src/setup/own-certificates.ts'
import { ensureSealer } from '../../../apps/appliance/src/setup/sealing-keys.ts'
import { watchpostCommand } from '../../stack/appliance-server.ts'
import { SERVICES_USER, writeServiceEnvironment } from '../../stack/service-environment.ts'
import { composeStack, type Stack } from '../../stack/stack.ts'
import { loadStackConfig } from '../../stack/stack-config.ts'
import { makeFolders, stackFolder } from '../../stack/stack-folder.ts'
import { settleState } from '../../stack/stack-state.ts'
import { storeConfig } from '../accounts/key-rotation.ts'
import { endChild } from '../harness/end-child.ts'
import { leaveStack, makeFresh } from '../harness/stack/proof-stack.ts'

const READY_WITHIN_MS = 120_000

/** PostgreSQL and one API, without log and engine: the audit needs no more, and start-up is faster. */
export async function startAuditStage(dir: string) {
  // The audit is written by one user that is not the owner.
  const wish = { isSecured: false }
  await makeFresh(dir, wish)
  const folder = stackFolder(dir)
  makeFolders(folder)
  const stack = composeStack(folder, settleState(folder, loadStackConfig(), wish))
  writeServiceEnvironment(folder, stack.state)
  const postgres = stack.servers.find(({ name }) => name === 'postgres')
  if (!postgres) throw new Error('this stack has no PostgreSQL')
  const children: ReturnType<typeof spawn>[] = []
  const end = async () => {
    for (const child of children) await endChild(child, 'SIGKILL')
    await leaveStack(dir)
  }
  try {
    await postgres.start()
    await waitUntilHealthy(postgres, READY_WITHIN_MS)
    await initialise(stack)
    const { apiPort, internalPort } = stack.state.config
    const { command, args, env } = watchpostCommand(folder, ['start', 'api'])
    const own = { WATCHPOST_INTERNAL_PORT: String(internalPort), WATCHPOST_LOGGER_LEVEL: 'error' }
    children.push(spawn(command, args, { env: { ...env, ...own }, stdio: 'ignore' }))
    if (!(await waitUntil(() => isListening(apiPort), { withinMs: READY_WITHIN_MS })))
      throw new Error('the API does not listen')
  } catch (error) {
    await end()
    throw error
  }
  return { stack, [Symbol.asyncDispose]: end }
}

/** Does the same as `watchpost init`, except for the log's topics. */
async function initialise(stack: Stack): Promise<void> {
  const { folder } = stack
  const store = connectStore(storeConfig(stack), 'proof')
  try {
    await migrate(store)
    await grantToServices(store, new Map([[SERVICES_USER, serviceNames]]))
    const keyFile = join(folder.secrets, 'sealing-keys.json')
    const { sealer } = await ensureSealer(keyFile, createSealingKeyStore(store))
    const secrets = createSealedSecretStore(store, sealer)
    const certificates = createCertificateStore(store, secrets)
    // The folder where the stack keeps `ca.pem`.
    const { authority } = await ensureAuthority(certificates, consoleOrigin(), folder.root)
    await ensureServerCertificate(certificates, consoleOrigin(), authority, ['localhost', '127.0.0.1'])
    await secrets.ensure(signingKeyName, newSigningKey)
    const { hash } = createPasswordHash(await secrets.ensure(pepperName, () => randomBytes(32)))
    const ports = { hashPassword: hash, ...createAccountStore(store) }
    await ensureFirstAdministrator(folder.admin, ports, { mustChangePassword: false })
  } finally {
    await store.close()
  }
}
