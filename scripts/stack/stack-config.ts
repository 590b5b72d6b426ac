import { loadConfig } from '@watchpost/runtime'
import { Type, type Static } from 'typebox'

const port = (env: string, value: number, description: string) =>
  Type.Integer({ env, default: value, minimum: 1, maximum: 65_000, description })
const heap = (env: string, value: string, description: string) =>
  Type.String({ env, default: value, pattern: '^[1-9][0-9]*[mg]$', description })

/** Settings of `pnpm stack`: the ports of its servers and their memory. */
export const StackConfig = Type.Object({
  dir: Type.String({ env: 'STACK_DIR', default: '.stack', description: 'Folder of the stack; --dir goes before it.' }),
  portOffset: Type.Integer({
    env: 'STACK_PORT_OFFSET',
    default: 0,
    minimum: 0,
    maximum: 40_000,
    description: 'Added to every port, so that a second stack can run next to the first.',
  }),
  postgresPort: port('STACK_POSTGRES_PORT', 15_432, 'PostgreSQL.'),
  kafkaPort: port('STACK_KAFKA_PORT', 19_091, 'First Kafka broker; its controller listens 100 higher.'),
  kafkaHeap: heap('STACK_KAFKA_HEAP', '384m', 'Memory of a Kafka broker, as Java writes it.'),
  openSearchPort: port('STACK_OPENSEARCH_PORT', 19_200, 'First OpenSearch node; its transport listens 100 higher.'),
  openSearchHeap: heap('STACK_OPENSEARCH_HEAP', '1g', 'Memory of an OpenSearch node, as Java writes it.'),
  diskWatermarks: Type.Array(Type.String({ pattern: '^[0-9.]+(%|[kmgt]?b)$' }), {
    env: 'STACK_OPENSEARCH_WATERMARKS',
    default: [],
    description:
      "OpenSearch's low, high and flood-stage disk watermarks, for example 85%,90%,95%; its own when left out.",
  }),
  apiPort: port('STACK_API_PORT', 8_443, 'API.'),
  gatewayPort: port('STACK_GATEWAY_PORT', 8_444, 'Gateway.'),
  internalPort: port(
    'STACK_INTERNAL_PORT',
    8_445,
    'Internal port of the supervisor; the services take those after it.',
  ),
  probes: Type.Integer({
    env: 'STACK_PROBES',
    default: 8,
    minimum: 0,
    maximum: 10_000,
    description: 'Probes that are enrolled for the simulator.',
  }),
  areServersSecured: Type.Boolean({
    env: 'STACK_SECURED_SERVERS',
    default: false,
    description: 'PostgreSQL and Kafka as with --secured; the limits of the services stay those for development.',
  }),
  javaHome: Type.Optional(
    Type.String({ env: 'STACK_JAVA_HOME', description: 'JDK for the servers; scripts/env sets it.' }),
  ),
  javaOptions: Type.Array(Type.String({ pattern: '^-' }), {
    env: 'STACK_JAVA_OPTIONS',
    default: [],
    description: 'More options of Java for the servers, as -XX:TieredStopAtLevel=1 for ones that live for a minute.',
  }),
  cache: Type.Optional(
    Type.String({ env: 'CACHE', description: 'What scripts/bootstrap filled; scripts/env sets it.' }),
  ),
})
export type StackConfig = Static<typeof StackConfig>

/** This many ports, starting at the first. */
export function portsFrom(first: number, count: number, step = 1): number[] {
  return Array.from({ length: count }, (_, index) => first + index * step)
}

/** The settings, with the offset added to every port. */
export function loadStackConfig(env: NodeJS.ProcessEnv = process.env): StackConfig {
  const config = loadConfig(StackConfig, env)
  const shifted = (value: number) => value + config.portOffset
  return {
    ...config,
    postgresPort: shifted(config.postgresPort),
    kafkaPort: shifted(config.kafkaPort),
    openSearchPort: shifted(config.openSearchPort),
    apiPort: shifted(config.apiPort),
    gatewayPort: shifted(config.gatewayPort),
    internalPort: shifted(config.internalPort),
  }
}
