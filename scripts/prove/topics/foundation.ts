import type { Proof } from '../command/proof.ts'

export const foundation: Proof<never> = {
  topic: 'foundation',
  description: 'acknowledged events are stored exactly once; the example searches work; kill -9 of everything',
  parts: {},
  full: { amount: '200,000 events', duration: 'about 10 minutes' },
  small: { amount: '20,000 events', duration: '2 minutes' },
  options: { events: 'events to send (200000; 20000 with --ci)' },
  run: async ({ dir, isSmall, seed, events = isSmall ? 20_000 : 200_000 }) =>
    (await import('../foundation.ts')).proveFoundation({ dir, events, seed }),
}
