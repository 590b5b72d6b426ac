import { closeSync, fstatSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { groupName } from '@watchpost/log'
import type { Stack } from '../../../stack/stack.ts'
import { EVENTS_TOPIC, INDEXERS } from '../lag/event-group.ts'
import { createBackwardMoves } from './backward-moves.ts'
import { decodeCommitRecord } from './commit-record.ts'
import { readSegmentRecords } from './segment-records.ts'

const PARTITIONS = /^__consumer_offsets-\d+$/
const SEGMENTS = /^\d+\.log$/
const EVERY_MS = 200

export type CommitLog = ReturnType<typeof followCommitLog>

/**
 * Follows every commit and generation of the indexers' group in the broker's files, in order, since the group was
 * created. Unlike polling, this misses nothing. Needs a stack with one broker.
 */
export function followCommitLog({ state }: Stack) {
  const folder = join(state.dataDir, 'kafka-1')
  const group = groupName({ prefix: '' }, INDEXERS, topicIdIn(folder))
  const readTo = new Map<string, number>()
  const commits = createBackwardMoves()
  const generations = new Set<number>()

  function read(path: string): void {
    const from = readTo.get(path) ?? 0
    const { records, length } = readSegmentRecords(bytesFrom(path, from))
    readTo.set(path, from + length)
    for (const { key, value } of records) {
      const record = decodeCommitRecord(key, value)
      if (record?.group !== group) continue
      // From an earlier scenario on the same servers.
      if (record.kind === 'deletion') {
        commits.clear()
        generations.clear()
      } else if (record.kind === 'generation') generations.add(record.generation)
      else if (record.topic === EVENTS_TOPIC) commits.note(record.partition, record.offset)
    }
  }

  function readOn(): void {
    for (const partition of readdirSync(folder).filter((name) => PARTITIONS.test(name))) {
      const segments = readdirSync(join(folder, partition)).filter((name) => SEGMENTS.test(name))
      for (const segment of segments.toSorted()) read(join(folder, partition, segment))
    }
  }

  readOn()
  const timer = setInterval(readOn, EVERY_MS)
  return {
    commits,
    /** Reads what was written since the last call. */
    readOn,
    /** The number of generations so far. Each is one rebalance. */
    generations: () => generations.size,
    close: () => clearInterval(timer),
  }
}

/** The broker stores it next to the records: 16 bytes in Base64. */
function topicIdIn(folder: string): string {
  const text = readFileSync(join(folder, `${EVENTS_TOPIC}-0`, 'partition.metadata'), 'utf8')
  const id = Buffer.from(/^topic_id: (\S+)$/m.exec(text)?.[1] ?? '', 'base64url').toString('hex')
  return id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function bytesFrom(path: string, from: number): Buffer {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(Math.max(0, fstatSync(file).size - from))
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, from))
  } finally {
    closeSync(file)
  }
}
