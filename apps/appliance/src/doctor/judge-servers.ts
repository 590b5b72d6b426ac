import type { Finding } from './finding.ts'

/** Facts about PostgreSQL. */
export interface StoreFacts {
  version: number
  pending: readonly string[]
  connections: number
  maxConnections: number
  clockOffsetSeconds: number
}

const GIB = 1024 ** 3

export function judgeStore(facts: StoreFacts): Finding[] {
  const part = 'PostgreSQL'
  const { version, pending, connections, maxConnections, clockOffsetSeconds } = facts
  const findings: Finding[] = []
  if (version < 150_000) {
    findings.push({
      part,
      level: 'bad',
      says: `version ${Math.floor(version / 10_000)} runs, and 15 is the oldest that works`,
      todo: 'Upgrade PostgreSQL.',
    })
  }
  if (pending.length > 0) {
    findings.push({
      part,
      level: 'bad',
      says: `${pending.length} migration(s) are missing: ${pending.join(', ')}`,
      todo: 'Run `watchpost init`.',
    })
  }
  if (connections > maxConnections * 0.9) {
    findings.push({
      part,
      level: 'warning',
      says: `${connections} of ${maxConnections} connections are taken`,
      todo: 'Raise max_connections, or lower WATCHPOST_STORE_POOL_SIZE.',
    })
  }
  if (Math.abs(clockOffsetSeconds) > 5) {
    findings.push({
      part,
      level: 'bad',
      says: `the clock here is ${Math.round(clockOffsetSeconds)} s before its clock`,
      todo: 'Start a time service on both machines: see docs/runbooks/clock-off.md.',
    })
  }
  const says = `answers; ${connections} of ${maxConnections} connections, clocks ${Math.abs(clockOffsetSeconds).toFixed(1)} s apart`
  return findings.length > 0 ? findings : [{ part, level: 'good', says }]
}

/** Facts about Kafka. */
export interface LogFacts {
  missingTopics: readonly string[]
  unread: number
  bytesShare: number
  freeBytes: number
  hasDeadLetters: boolean
}

export function judgeLog({ missingTopics, unread, bytesShare, freeBytes, hasDeadLetters }: LogFacts): Finding[] {
  const part = 'Kafka'
  if (missingTopics.length > 0) {
    return [{ part, level: 'bad', says: `lacks ${missingTopics.join(' and ')}`, todo: 'Run `watchpost init`.' }]
  }
  const findings: Finding[] = []
  const percent = Math.round(bytesShare * 100)
  if (bytesShare > 0.35) {
    findings.push({
      part,
      level: bytesShare >= 0.7 ? 'bad' : 'warning',
      says: `${unread} events are not indexed, ${percent}% of what it keeps; probes wait from 70% on`,
      todo: 'See docs/runbooks/log-filling.md.',
    })
  }
  if (freeBytes < 2 * GIB) {
    findings.push({
      part,
      level: freeBytes < GIB ? 'bad' : 'warning',
      says: `only ${(freeBytes / GIB).toFixed(1)} GiB are free on the fullest disk`,
      todo: 'See docs/runbooks/log-disk-full.md.',
    })
  }
  if (hasDeadLetters) {
    findings.push({
      part: 'dead letters',
      level: 'warning',
      says: 'there are events that could not be stored',
      todo: 'Look at them, on the page Dead letters or by `watchpost dead-letters list`. See docs/runbooks/dead-letters.md.',
    })
  }
  const isWell = findings.every((each) => each.part !== part)
  return [
    ...(isWell ? [{ part, level: 'good', says: `answers; ${unread} events are not indexed yet` } as const] : []),
    ...findings,
  ]
}

/** Facts about OpenSearch. */
export interface EngineFacts {
  version: string
  health: string
  nodes: number
  diskShare: number
  readOnlyIndexes: number
  indexes: number
}

/** A single search can crash older versions. */
const LEAST_ENGINE = [3, 7, 0]
/** Its searches return events that do not match: see ADR 0038. */
const WRONG_ENGINE = [3, 8, 0]
const UNTESTED_ENGINE = [3, 9, 0]

export function judgeEngine({ version, health, nodes, diskShare, readOnlyIndexes, indexes }: EngineFacts): Finding[] {
  const part = 'OpenSearch'
  const findings: Finding[] = []
  if (isOlder(version, LEAST_ENGINE)) {
    findings.push({
      part,
      level: 'bad',
      says: `version ${version} runs: before 3.7.0 one search can end a node`,
      todo: 'Upgrade OpenSearch to 3.7.',
    })
  } else if (!isOlder(version, UNTESTED_ENGINE)) {
    findings.push({
      part,
      level: 'warning',
      says: `version ${version} runs, which is not tested: 3.8 returns events that do not match a search`,
      todo: 'Use OpenSearch 3.7.',
    })
  } else if (!isOlder(version, WRONG_ENGINE)) {
    findings.push({
      part,
      level: 'bad',
      says: `version ${version} runs: some searches with an exclusion return events that do not match`,
      todo: 'Use OpenSearch 3.7. It does not read the data of 3.8: export what you need first.',
    })
  }
  if (health !== 'green') {
    findings.push({
      part,
      level: health === 'red' ? 'bad' : 'warning',
      says: `its health is ${health}`,
      todo:
        health === 'red'
          ? 'Events cannot be found, or written: bring the missing nodes back. See docs/runbooks/engine-down.md.'
          : 'Copies of shards are missing: bring the missing nodes back, or set WATCHPOST_ENGINE_REPLICAS to what the nodes can hold.',
    })
  }
  if (readOnlyIndexes > 0) {
    findings.push({
      part,
      level: 'bad',
      says: `${readOnlyIndexes} index(es) take no writes, since its disk was over its last limit`,
      todo: 'Make room; it lifts the block by itself. See docs/runbooks/disk-full.md.',
    })
  }
  if (diskShare > 0.85) {
    findings.push({
      part,
      level: diskShare > 0.9 ? 'bad' : 'warning',
      says: `${Math.round(diskShare * 100)}% of the fullest disk is taken`,
      todo: 'See docs/runbooks/disk-full.md.',
    })
  }
  const says = `${version}, ${health}, ${nodes} node(s), ${indexes} index(es), disk ${Math.round(diskShare * 100)}% taken`
  return findings.length > 0 ? findings : [{ part, level: 'good', says }]
}

function isOlder(version: string, least: readonly number[]): boolean {
  const given = version.split('.').map(Number)
  for (const [at, wanted] of least.entries()) {
    const part = given[at] ?? 0
    if (part !== wanted) return part < wanted
  }
  return false
}
