import {
  type DataServer,
  findInstalled,
  kafkaBrokers,
  openSearchNodes,
  postgresServer,
  type Server,
} from '@watchpost/servers'
import { applianceServer } from './appliance-server.ts'
import { kafkaSecurity, storeLogins } from './secured/secured-users.ts'
import { serverTlsOf } from './secured/server-certificates.ts'
import { SERVICES_USER } from './service-environment.ts'
import { portsFrom } from './stack-config.ts'
import { placeOf, secretFile, type StackFolder, stackFolder } from './stack-folder.ts'
import { readState, type StackState } from './stack-state.ts'

/** The distance between a server's public port and its peer port. */
const PEER_PORT_STEP = 100

/** The parts of a stack, for commands and proofs: each can be checked, stopped, killed and restarted. */
export interface Stack {
  folder: StackFolder
  state: StackState
  /** PostgreSQL, then Kafka's brokers, then OpenSearch's nodes. */
  servers: DataServer[]
  /** The supervisor and its services. */
  appliance: Server
}

/** The stack in a folder, running or not. */
export function openStack(dir: string): Stack {
  const folder = stackFolder(dir)
  const state = readState(folder)
  if (!state) throw new Error(`there is no stack in ${folder.root}: make one with \`pnpm stack up\``)
  return composeStack(folder, state)
}

export function composeStack(folder: StackFolder, state: StackState): Stack {
  const { config } = state
  const installed = findInstalled({ cache: config.cache, javaHome: config.javaHome })
  const place = placeOf(folder, state.dataDir)
  const [low, high, flood] = config.diskWatermarks

  const servers = [
    postgresServer({
      place,
      installed,
      port: config.postgresPort,
      superuserPasswordFile: secretFile(folder, 'postgres-superuser-password'),
      rolePasswordFile: secretFile(folder, 'store-password'),
      database: 'watchpost',
      // They own no tables and cannot alter them.
      guests: state.isSecured
        ? storeLogins(folder)
        : [{ name: SERVICES_USER, passwordFile: secretFile(folder, 'roles-password') }],
      ...(state.isSecured && { tls: serverTlsOf(folder) }),
    }),
    ...kafkaBrokers({
      place,
      installed,
      heap: config.kafkaHeap,
      javaOptions: config.javaOptions,
      brokers: portsFrom(config.kafkaPort, state.brokers).map((port) => ({
        port,
        controllerPort: port + PEER_PORT_STEP,
      })),
      ...(state.isSecured && { security: kafkaSecurity(folder) }),
    }),
    ...openSearchNodes({
      place,
      installed,
      clusterName: 'watchpost',
      heap: config.openSearchHeap,
      javaOptions: config.javaOptions,
      nodes: portsFrom(config.openSearchPort, state.nodes).map((port) => ({
        port,
        transportPort: port + PEER_PORT_STEP,
      })),
      settings: {
        ...(low && { 'cluster.routing.allocation.disk.watermark.low': low }),
        ...(high && { 'cluster.routing.allocation.disk.watermark.high': high }),
        ...(flood && { 'cluster.routing.allocation.disk.watermark.flood_stage': flood }),
      },
    }),
  ]
  return { folder, state, servers, appliance: applianceServer(folder, state) }
}
