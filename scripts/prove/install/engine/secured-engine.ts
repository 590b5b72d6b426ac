import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { Agent } from 'node:https'
import { join } from 'node:path'
import { engineRoleMapping, engineRoles } from '@watchpost/engine'
import { createAuthority, issueProbeCertificate, issueServerCertificate } from '@watchpost/pki'
import {
  createDetachedProcess,
  findServerUser,
  freePorts,
  loggingProperties,
  makeOwnFolder,
  nodeSettings,
  type Server,
  waitUntilHealthy,
  writeOwnFile,
} from '@watchpost/servers'
import { writePrivately } from '../../../stack/stack-folder.ts'
import { createEngineCaller, type EngineCaller } from './engine-caller.ts'

/** Not /tmp: it may be in memory, and the user of the engine must be able to reach it. */
const PARENT = '/var/tmp'
const NAME = 'opensearch-secured'
const ADMIN = 'engine-admin'
const HEALTHY_WITHIN_MS = 240_000
const userOf = (service: string) => `watchpost-${service}`

export type SecuredEngine = Awaited<ReturnType<typeof startSecuredEngine>>

/**
 * OpenSearch 2.19.4 with the security plugin, as an operator would prepare it: TLS, the printed roles, and a user for
 * each of these services. Deleted when it ends.
 */
export async function startSecuredEngine(services: readonly string[]) {
  const [home = '', javaHome = ''] = execFileSync(new URL('./fetch-secured-engine', import.meta.url).pathname, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).split('\n')
  const root = mkdtempSync(join(PARENT, 'watchpost-secured-engine-'))
  chmodSync(root, 0o711)
  const user = findServerUser()
  const place = {
    dataDir: join(root, 'data'),
    logDir: join(root, 'logs'),
    runDir: join(root, 'run'),
    endsWithStarter: true,
    ...(user && { user }),
  }
  const confDir = join(place.dataDir, 'config')
  const securityDir = join(confDir, 'opensearch-security')
  for (const each of [place.dataDir, confDir, securityDir, join(place.dataDir, 'tmp')]) makeOwnFolder(each, user)
  for (const each of [place.logDir, place.runDir]) mkdirSync(each)

  const authority = await createAuthority({ commonName: 'Engine of an operator', days: 2 })
  const names = { names: ['localhost'], addresses: ['127.0.0.1'] }
  const server = await issueServerCertificate(authority, { ...names, days: 2 })
  // Any certificate for clients will do.
  const admin = await issueProbeCertificate(authority, { probeId: 0, fqdn: ADMIN, days: 2 })
  const own = (name: string, text: string) => writeOwnFile(join(confDir, name), text, user)
  own('ca.pem', authority.certPem)
  own('server.pem', server.certPem)
  own('server-key.pem', server.keyPem)
  const caFile = join(root, 'ca.pem')
  writePrivately(caFile, authority.certPem)

  const [port = 0, transportPort = 0] = await freePorts(2)
  const nodes = [{ name: NAME, transportPort }]
  const basic = { name: NAME, clusterName: 'operator', port, transportPort, dataDir: place.dataDir, nodes }
  own('opensearch.yml', nodeSettings({ ...basic, more: securitySettings }))
  own('jvm.options', javaOptions)
  own('log4j2.properties', loggingProperties)
  const given = join(home, 'plugins/opensearch-security/config')
  for (const each of readdirSync(given).filter((name) => name.endsWith('.yml'))) {
    writeOwnFile(join(securityDir, each), readFileSync(join(given, each), 'utf8'), user)
  }
  const secure = (name: string, type: string, text: string) =>
    writeOwnFile(join(securityDir, name), `_meta:\n  type: ${type}\n  config_version: 2\n${text}`, user)
  secure('roles.yml', 'roles', engineRoles({ prefix: '' }))
  secure('roles_mapping.yml', 'rolesmapping', engineRoleMapping(userOf))
  secure('internal_users.yml', 'internalusers', '')

  const url = `https://127.0.0.1:${port}`
  const daemon = createDetachedProcess(NAME, place)
  const asAdmin = createEngineCaller(url, new Agent({ ca: authority.certPem, cert: admin.certPem, key: admin.keyPem }))
  const node: Server = {
    ...daemon,
    name: NAME,
    ports: [port, transportPort],
    async start() {
      daemon.launch({
        command: join(home, 'bin/opensearch'),
        args: [],
        cwd: place.dataDir,
        env: {
          OPENSEARCH_JAVA_HOME: javaHome,
          OPENSEARCH_PATH_CONF: confDir,
          OPENSEARCH_TMPDIR: join(place.dataDir, 'tmp'),
        },
      })
    },
    async problem() {
      // The plugin answers 503 until it has read its users and roles.
      const { status } = await asAdmin('GET', '/_plugins/_security/api/roles').catch(() => ({ status: 0 }))
      return status === 200 ? undefined : `answers ${status}`
    },
  }

  const passwordFile = (service: string) => join(root, `${service}-password`)
  async function stop(): Promise<void> {
    await daemon.stop()
    rmSync(root, { recursive: true, force: true })
  }
  try {
    await node.start()
    await waitUntilHealthy(node, HEALTHY_WITHIN_MS)
    for (const service of services) {
      const password = randomBytes(24).toString('base64url')
      writePrivately(passwordFile(service), password)
      const { status } = await asAdmin('PUT', `/_plugins/_security/api/internalusers/${userOf(service)}`, { password })
      if (status !== 201) throw new Error(`the engine did not create a user: ${status}`)
    }
  } catch (error) {
    await stop()
    throw error
  }

  return {
    /** The settings with which our services use it; names have no prefix. */
    settings: {
      ENGINE_NODES: url,
      ENGINE_CA_FILE: caFile,
      ENGINE_USERNAME: userOf('{service}'),
      ENGINE_PASSWORD_FILE: passwordFile('{service}'),
    },
    asAdmin,
    /** Calls it as the user of a service. */
    asService(service: string): EngineCaller {
      const password = readFileSync(passwordFile(service), 'utf8')
      return createEngineCaller(url, new Agent({ ca: authority.certPem }), `${userOf(service)}:${password}`)
    },
    /** Calls it without a user. */
    asStranger: () => createEngineCaller(url, new Agent({ ca: authority.certPem })),
    [Symbol.asyncDispose]: stop,
  }
}

/** Those of the distribution write files next to the engine, where its user may not write. */
const javaOptions = `-Xms768m
-Xmx768m
-XX:TieredStopAtLevel=1
-Djava.io.tmpdir=\${OPENSEARCH_TMPDIR}
-Djava.util.concurrent.ForkJoinPool.common.threadFactory=org.opensearch.secure_sm.SecuredForkJoinWorkerThreadFactory
`

const securitySettings = {
  'plugins.security.ssl.transport.pemcert_filepath': 'server.pem',
  'plugins.security.ssl.transport.pemkey_filepath': 'server-key.pem',
  'plugins.security.ssl.transport.pemtrustedcas_filepath': 'ca.pem',
  'plugins.security.ssl.transport.enforce_hostname_verification': 'false',
  'plugins.security.ssl.http.enabled': 'true',
  'plugins.security.ssl.http.pemcert_filepath': 'server.pem',
  'plugins.security.ssl.http.pemkey_filepath': 'server-key.pem',
  'plugins.security.ssl.http.pemtrustedcas_filepath': 'ca.pem',
  'plugins.security.ssl.http.clientauth_mode': 'OPTIONAL',
  'plugins.security.allow_default_init_securityindex': 'true',
  'plugins.security.authcz.admin_dn': `CN=${ADMIN}`,
}
