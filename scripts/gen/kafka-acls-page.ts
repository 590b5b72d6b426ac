import { grantCommands, LogConfig, topicPlans, usualUsers } from '@watchpost/log'
import { loadConfig } from '@watchpost/runtime'

/** docs/kafka-acls.md: topics, users and ACLs on Kafka, for brokers that were there before. */
export function kafkaAclsPage(): string {
  const { options, users, acls } = grantCommands({ prefix: '' }, usualUsers)
  return `# ACLs on Kafka

<!-- Written by pnpm gen from packages/log/src/access and packages/log/src/topics.ts. -->

For brokers of your own. \`watchpost grants kafka\` prints the same commands with your \`WATCHPOST_LOG_PREFIX\` and user names. With \`WATCHPOST_OWNER_LOG_USERNAME\` in its settings, \`watchpost init\` creates topics and ACLs itself, and takes away what a user no longer needs. \`pnpm prove install --only secured\` checks that Kafka refuses at least 20 other operations of each user.

## Users

\`admin.properties\` has the credentials of a user that may create users and ACLs:

\`\`\`
security.protocol=SASL_SSL
sasl.mechanism=SCRAM-SHA-512
sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required username="…" password="…";
ssl.truststore.type=PEM
ssl.truststore.location=ca.pem
\`\`\`

\`\`\`sh
${options}
${users.join('\n')}
\`\`\`

## ACLs

\`READ\` and \`WRITE\` include \`DESCRIBE\`. Groups have the id of the topic in their names, so their ACLs are for the beginning of the name. The user of \`watchpost\` commands is \`watchpost-console\`.

\`\`\`sh
${acls.join('\n')}
\`\`\`

## Topics

\`watchpost init\` creates them and keeps these settings up to date. These are the values for the default settings, and those that differ with three replicas (\`WATCHPOST_LOG_REPLICATION=3\`).

${topicTable()}
`
}

function topicTable(): string {
  const plans = (replication: string) =>
    topicPlans(loadConfig(LogConfig, { WATCHPOST_LOG_BROKERS: 'broker:9092', WATCHPOST_LOG_REPLICATION: replication }))
  const [one, three] = [plans('1'), plans('3')]
  const names = [...new Set([...one, ...three].flatMap(({ settings }) => Object.keys(settings)))]
  const cells = (name: string) =>
    one.map(({ settings }, at) => {
      const [value, other] = [settings[name], three[at]?.settings[name]]
      return value === other ? (value ?? '–') : `${value ?? '–'}; with three replicas ${other ?? '–'}`
    })
  return [
    `| | ${one.map(({ name }) => `\`${name}\``).join(' | ')} |`,
    '|---|---|---|',
    `| partitions | ${one.map(({ partitions }) => partitions).join(' | ')} |`,
    ...names.map((name) => `| \`${name}\` | ${cells(name).join(' | ')} |`),
  ].join('\n')
}
