import { expect, test } from 'vitest'
import { brokerProperties } from './kafka/kafka-properties.ts'
import { nodeJavaArguments } from './opensearch/opensearch-java.ts'
import { nodeSettings } from './opensearch/opensearch-settings.ts'

const broker = (id: number) => ({ port: 19_090 + id, controllerPort: 19_190 + id })
const node = (id: number) => ({ name: `opensearch-${id}`, transportPort: 19_299 + id })

test('one broker has one replica, three have three and require two', () => {
  const one = brokerProperties(1, [broker(1)], '/data')
  expect(one).toContain('default.replication.factor=1\n')
  expect(one).toContain('auto.create.topics.enable=false\n')
  const three = brokerProperties(2, [1, 2, 3].map(broker), '/data', { 'log.retention.hours': '1' })
  expect(three).toContain('controller.quorum.voters=1@127.0.0.1:19191,2@127.0.0.1:19192,3@127.0.0.1:19193\n')
  expect(three).toContain('listeners=PLAINTEXT://127.0.0.1:19092,CONTROLLER://127.0.0.1:19192\n')
  expect(three).toContain('default.replication.factor=3\nmin.insync.replicas=2\n')
  expect(three).toContain('log.retention.hours=1\n')
})

test('a single node has no peers; several know each other', () => {
  const common = { clusterName: 'watchpost', port: 19_200, transportPort: 19_300, dataDir: '/data' }
  const lone = nodeSettings({ ...common, name: 'opensearch-1', nodes: [node(1)] })
  expect(lone).toContain('discovery.type: "single-node"\n')
  expect(lone).toContain('network.host: "127.0.0.1"\n')
  expect(lone).toContain('script.allowed_types: "none"\n')
  const several = nodeSettings({ ...common, name: 'opensearch-1', nodes: [1, 2, 3].map(node) })
  expect(several).toContain('discovery.seed_hosts: ["127.0.0.1:19300","127.0.0.1:19301","127.0.0.1:19302"]\n')
  expect(several).not.toContain('single-node')
})

test('does not request modules from a runtime that lacks them', () => {
  const installed = { javaHome: '/jdk', javaMajor: 21, isWholeJdk: false, openSearchHome: '/os' }
  const where = { heap: '1g', dataDir: '/data', confDir: '/conf', tmpDir: '/tmp' }
  const small = nodeJavaArguments(installed, where)
  expect(small.join(' ')).not.toMatch(/incubator|CompactObjectHeaders/)
  expect(small).toContain('-XX:MaxDirectMemorySize=536870912')
  const whole = nodeJavaArguments({ ...installed, javaMajor: 25, isWholeJdk: true }, where)
  expect(whole).toContain('--add-modules=jdk.incubator.vector')
})
