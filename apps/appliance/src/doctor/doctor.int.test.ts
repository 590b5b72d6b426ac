import { testSecrets } from '@watchpost/testkit/test-secrets'
import { testStore } from '@watchpost/testkit/test-store'
import { expect, test } from 'vitest'
import { examine } from './finding.ts'
import { type DoctorConfig, examinations } from './look.ts'

/** Nothing listens on port 1. */
function configOf(keyFile: string): DoctorConfig {
  return {
    appliance: {
      internalHost: '127.0.0.1',
      internalPort: 1,
      servicesBy: 'processes',
      serviceHosts: '*',
      copies: [],
      graceMs: 1_000,
      heapMebibytes: 256,
      isWatching: false,
      tlsNames: ['localhost'],
      firstPassword: 'temporary',
    },
    store: { url: 'postgres://127.0.0.1:1/watchpost' },
    log: {
      brokers: ['127.0.0.1:1'],
      prefix: '',
      partitions: 1,
      replication: 1,
      retentionHours: 24,
      retentionBytes: 1024 ** 3,
    },
    engine: {
      nodes: ['http://127.0.0.1:1'],
      prefix: '',
      shards: 1,
      replicas: 0,
      refreshSeconds: 1,
      codec: 'default',
      requestTimeoutMs: 5_000,
    },
    secrets: { keyFile },
    audit: {},
  }
}

test('reports the reachable database as good, and says what to do about everything else', async () => {
  await using made = await testStore()
  using secrets = await testSecrets(made.store)
  const findings = await examine(examinations(configOf(secrets.config.keyFile), made.store))
  const levels = Object.fromEntries(findings.map(({ part, level }) => [part, level]))
  expect(levels).toMatchObject({
    PostgreSQL: 'good',
    'sealing keys': 'good',
    certificates: 'good',
    audit: 'warning',
    probes: 'warning',
    coverage: 'good',
    Kafka: 'bad',
    OpenSearch: 'bad',
    supervisor: 'bad',
  })
  for (const { level, todo } of findings) if (level !== 'good') expect(todo).toMatch(/\.$/)

  const [foreign] = await examine(
    examinations(configOf('/nonexistent/key'), made.store).filter(({ part }) => part === 'sealing keys'),
  )
  expect(foreign).toMatchObject({ level: 'bad', says: expect.stringContaining('does not exist') })
})
