import type { TrailRow } from '@watchpost/store'
import type { AuditPorts } from '../src/reading/audit-rows.ts'

/** An audit in memory. */
export function anAudit(): AuditPorts & {
  /** A change; answers its number. */
  change(): number
  /** A row that vouches for so many entries. */
  collect(count: number): number
  /** As if rows up to this one were archived. */
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
    // A few at a time: what was written is let go of in pieces.
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
