import type { TrailRow } from '@watchpost/store'
import type { AuditPorts } from '../src/reading/audit-rows.ts'

/** An in-memory audit. */
export function anAudit(): AuditPorts & {
  /** Adds a change; returns its number. */
  change(): number
  /** Adds a row that covers this many entries. */
  collect(count: number): number
  /** Removes rows up to this one, as archiving does. */
  archive(upTo: number): void
} {
  let rows: TrailRow[] = []
  let lastId = 0
  const at = '2026-11-14T09:12:33.412118Z'

  function add(collected: TrailRow['collected']): number {
    lastId++
    const line = `{"id":${lastId},"at":"${at}","username":"Ölga","before":null,"after":{"b": 1}}`
    rows.push({ id: lastId, line, hash: Buffer.alloc(32, lastId), collected })
    return lastId
  }

  return {
    hostname: 'watchpost.example.test',
    lastId: () => lastId,
    // Return only a few rows at a time.
    rows: async (afterId, limit) => rows.filter(({ id }) => id > afterId).slice(0, Math.min(limit, 20)),
    lines: async (batches) =>
      rows.flatMap(({ collected }) =>
        Array.from({ length: collected && batches.includes(collected.batch) ? collected.count : 0 }, (_, index) => {
          const [batch, position] = [collected?.batch ?? 0, index + 1]
          const result = index === 0 ? 'refused' : 'ok'
          return {
            batch,
            position,
            line: `{"batch":${batch},"position":${position},"at":"${at}","result":"${result}"}`,
          }
        }),
      ),
    change: () => add(null),
    collect: (count) => add({ batch: 1_000 + lastId, count, root: 'root' }),
    archive(upTo) {
      rows = rows.filter(({ id }) => id > upTo)
    },
  }
}
