/**
 * Settings of a combined broker and controller. With more than two brokers, the replication factor is three and two
 * replicas must be in sync.
 */
export function brokerProperties(
  id: number,
  brokers: ReadonlyArray<{ port: number; controllerPort: number }>,
  logDir: string,
  more: Readonly<Record<string, string>> = {},
): string {
  const me = brokers[id - 1]
  if (!me) throw new Error(`there is no broker ${id}`)
  const copies = Math.min(3, brokers.length)
  const inSync = copies >= 3 ? 2 : 1
  const properties: Record<string, string | number | boolean> = {
    'process.roles': 'broker,controller',
    'node.id': id,
    'controller.quorum.voters': brokers
      .map(({ controllerPort }, index) => `${index + 1}@127.0.0.1:${controllerPort}`)
      .join(','),
    'controller.listener.names': 'CONTROLLER',
    listeners: `PLAINTEXT://127.0.0.1:${me.port},CONTROLLER://127.0.0.1:${me.controllerPort}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${me.port}`,
    'inter.broker.listener.name': 'PLAINTEXT',
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'log.dirs': logDir,
    'default.replication.factor': copies,
    'min.insync.replicas': inSync,
    'offsets.topic.replication.factor': copies,
    'transaction.state.log.replication.factor': copies,
    'transaction.state.log.min.isr': inSync,
    'share.coordinator.state.topic.replication.factor': copies,
    'share.coordinator.state.topic.min.isr': inSync,
    'offsets.topic.num.partitions': 4,
    'transaction.state.log.num.partitions': 4,
    'unclean.leader.election.enable': false,
    'auto.create.topics.enable': false,
    'num.network.threads': 2,
    'num.io.threads': 4,
    'log.cleaner.dedupe.buffer.size': 33_554_432,
    'group.initial.rebalance.delay.ms': 0,
    ...more,
  }
  return `${Object.entries(properties)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n')}\n`
}

/** The Java options of a broker, without the size of its heap. */
export function brokerJavaOptions(libs: string, loggingFile: string): string[] {
  return [
    '-XX:+UseG1GC',
    '-XX:MaxGCPauseMillis=20',
    '-XX:+ExplicitGCInvokesConcurrent',
    '-XX:+ExitOnOutOfMemoryError',
    '-XX:-UsePerfData',
    '-Djava.awt.headless=true',
    `-Dlog4j2.configurationFile=${loggingFile}`,
    '-cp',
    `${libs}/*`,
  ]
}

/** Logs everything to standard output, which is the server's log file. */
export const loggingConfig = `Configuration:
  status: ERROR
  Appenders:
    Console:
      name: STDOUT
      PatternLayout: { pattern: "[%d] %p %m (%c)%n" }
  Loggers:
    Root:
      level: INFO
      AppenderRef: [ { ref: STDOUT } ]
`
