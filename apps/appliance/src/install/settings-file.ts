import { ENGINE_SOCKET, files, LOG_PORTS, logPasswordOf } from './layout.ts'

/** What the operator decides. */
export interface SetupAnswers {
  /** Host names and IP addresses under which probes and browsers reach this machine. */
  names: readonly string[]
  /** The IP address on which API and gateway listen. */
  listen: string
  /** Networks that exports may lead to; empty for any but the appliance itself. */
  exportNetworks: readonly string[]
}

/** For commands on the machine itself. */
const loopback = ['localhost', '127.0.0.1', '::1']

const SUPERVISOR = 'http://127.0.0.1:8445'
const STORE_QUERY = '?host=/run/postgresql'

/** The settings of an appliance on one machine, with a user per service on every server. */
export function settingsFor({ names, listen, exportNetworks }: SetupAnswers): Record<string, string> {
  return {
    WATCHPOST_API_HOST: listen,
    WATCHPOST_GATEWAY_HOST: listen,
    WATCHPOST_APPLIANCE_TLS_NAMES: [...new Set([...names, ...loopback])].join(','),
    WATCHPOST_EXPORT_NETWORKS: exportNetworks.join(','),
    WATCHPOST_STORE_URL: `postgres://watchpost_{service}@localhost/watchpost${STORE_QUERY}`,
    WATCHPOST_OWNER_STORE_URL: `postgres://watchpost@localhost/watchpost${STORE_QUERY}`,
    WATCHPOST_LOG_BROKERS: `127.0.0.1:${LOG_PORTS.port}`,
    WATCHPOST_LOG_CA_FILE: files.logCa,
    WATCHPOST_LOG_USERNAME: 'watchpost-{service}',
    WATCHPOST_LOG_PASSWORD_FILE: logPasswordOf('{service}'),
    WATCHPOST_OWNER_LOG_USERNAME: 'watchpost-owner',
    WATCHPOST_OWNER_LOG_PASSWORD_FILE: files.logOwnerPassword,
    WATCHPOST_ENGINE_NODES: `http+unix://${ENGINE_SOCKET}`,
    WATCHPOST_SECRETS_KEY_FILE: files.sealingKeys,
    WATCHPOST_AUDIT_DIR: files.audit,
    WATCHPOST_FILES_DIR: files.uploads,
    WATCHPOST_APPLIANCE_SERVICES_BY: 'systemd',
    WATCHPOST_APPLIANCE_TLS_DIR: files.tls,
    WATCHPOST_APPLIANCE_ADMIN_FILE: files.admin,
    WATCHPOST_API_SUPERVISOR: SUPERVISOR,
    WATCHPOST_EXPORTER_SUPERVISOR: SUPERVISOR,
  }
}

/** The settings that answers of the operator determine. */
export const answered = {
  names: ['WATCHPOST_APPLIANCE_TLS_NAMES'],
  listen: ['WATCHPOST_API_HOST', 'WATCHPOST_GATEWAY_HOST'],
  exportNetworks: ['WATCHPOST_EXPORT_NETWORKS'],
} as const satisfies Record<keyof SetupAnswers, readonly string[]>

const HEAD = `# Written by \`watchpost setup\`. You can change values and add settings: another setup keeps them.
# Restart with: systemctl restart watchpost.target
`

export interface EditedSettings {
  text: string
  /** Names whose value in the file differs from the default, and stays. */
  kept: string[]
}

/**
 * Adds the settings that the file does not have. A value in the file stays, unless its name is in `chosen`. Other lines
 * stay as they are.
 */
export function editSettings(
  present: string | undefined,
  wanted: Readonly<Record<string, string>>,
  chosen: ReadonlySet<string>,
): EditedSettings {
  const lines = (present ?? HEAD).replace(/\n$/, '').split('\n')
  const kept: string[] = []
  for (const [name, value] of Object.entries(wanted)) {
    const line = `${name}=${value}`
    const at = lines.findIndex((each) => each.startsWith(`${name}=`))
    if (at < 0) lines.push(line)
    else if (chosen.has(name)) lines[at] = line
    else if (lines[at] !== line) kept.push(name)
  }
  return { text: `${lines.join('\n')}\n`, kept }
}
