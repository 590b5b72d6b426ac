import { expect, test } from 'vitest'
import { judgeConnections } from './judge-connections.ts'

const near = {
  store: { url: 'postgres://watchpost@127.0.0.1:5432/watchpost' },
  log: { brokers: ['127.0.0.1:9092', 'localhost:9093'] },
  engine: { nodes: ['http://[::1]:9200'] },
}
const verified = 'postgres://u@db.example.org/watchpost?sslmode=verify-full&sslrootcert=/ca.pem'

test('accepts connections within the machine, by a Unix socket, or with TLS', () => {
  expect(judgeConnections(near)).toEqual([])
  const socket = { url: 'postgres://u@localhost/watchpost?host=/run/postgresql' }
  expect(judgeConnections({ ...near, store: socket })).toEqual([])
  const engine = { nodes: ['http+unix:///run/watchpost/engine.sock'] }
  expect(judgeConnections({ ...near, engine })).toEqual([])
  const far = {
    store: { url: verified },
    log: { brokers: ['kafka.example.org:9093'], caFile: '/ca.pem' },
    engine: { nodes: ['https://os.example.org:9200'] },
  }
  expect(judgeConnections(far)).toEqual([])
})

test('warns of each server on another machine that is reached without TLS', () => {
  const findings = judgeConnections({
    store: { url: verified.replace('verify-full', 'require') },
    log: { brokers: ['127.0.0.1:9092', 'kafka.example.org:9092'] },
    engine: { nodes: ['https://a.example.org:9200', 'http://b.example.org:9200'] },
  })
  expect(findings.map(({ part, level }) => `${part} ${level}`)).toEqual([
    'PostgreSQL warning',
    'Kafka warning',
    'OpenSearch warning',
  ])
  expect(findings[2]?.says).toContain('b.example.org')
})
