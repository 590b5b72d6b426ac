import type { GuardPart } from '../guard/guard.ts'
import type { Proof } from '../command/proof.ts'

export const guard: Proof<GuardPart> = {
  topic: 'guard',
  description: 'only searches of the allowed grammar reach the engine, and those do no harm and end in time',
  parts: {
    corpus: 'known-bad bodies are rejected, benign ones pass',
    generated: 'of generated and mutated bodies none passes outside the grammar or over its budget',
    timings: 'reading a body is fast',
    coverage: 'statements and branches that the unit tests of the guard cover',
    engine: 'accepted and rejected bodies sent to a real engine: no crash, no leak',
    columns: 'filters on fields without an inverted index end in time, and their cost is estimated',
    costly: 'the costliest accepted bodies over a large data set end in time',
    accuracy: 'estimated cost compared with measured cost',
    pressure: 'clients that send the worst accepted bodies disturb neither ingest nor cheap searches',
  },
  full: { amount: '1,000,000 bodies, 10,000,000 documents', duration: 'several hours' },
  small: { amount: '20,000 bodies, 50,000 documents', duration: '3 minutes' },
  options: { events: 'documents of the data set (10000000; 50000 with --ci)' },
  run: async (options) => (await import('../guard/guard.ts')).proveGuard(options),
}
