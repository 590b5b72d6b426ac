import type { Scenario } from '../path/path.ts'
import type { Proof } from '../command/proof.ts'

export const path: Proof<Scenario> = {
  topic: 'path',
  description: 'every event becomes exactly one document: kills, pauses, resets, full log, full disk, lost nodes',
  parts: {
    faults: 'kills, pauses and connection resets under load, then roll-over and a change of day',
    synced: 'each record batch is synced to disk before it is acknowledged',
    'full-log': '429 before the log drops anything; everything arrives',
    poison: 'an event that the engine always rejects becomes a dead letter, its partition moves on',
    rebalance: 'indexers join, leave and are killed: no commit goes back',
    removal: 'the leading indexer is killed while it removes old indexes',
    'full-disk': '429 while the disk of the engine is full; ingest resumes by itself',
    'lost-nodes': 'one broker and one engine node of three lost: searches go on, nothing is lost',
  },
  full: { amount: '1,000,000 events or more, 10 kills of each service, 200 rebalances', duration: 'several hours' },
  small: { amount: '25,000 events, 2 kills of each service, 14 rebalances', duration: '16 minutes' },
  options: {
    events: 'at least so many events in faults (1000000; 25000 with --ci)',
    burners: 'processes that keep the machine busy (0); times are then printed and not judged',
  },
  run: async (options) => (await import('../path/path.ts')).provePath(options),
}
