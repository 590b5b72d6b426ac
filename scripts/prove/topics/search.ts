import type { SearchPart } from '../search/search.ts'
import type { Proof } from '../command/proof.ts'

export const search: Proof<SearchPart> = {
  topic: 'search',
  description:
    "searches answer as the engine does; what the API adds to their time; a frozen engine's effect on callers",
  parts: {
    answers: 'example and benign bodies get the answers of the engine',
    away: 'a frozen engine costs callers at most 2 s, and is used again when it recovers',
    speed: 'throughput and latency compared with the engine asked directly',
    tls: 'the same over TLS, shown and not judged',
    proxy: 'CPU time of the proxy between the API and an engine that has only a Unix socket; needs systemd',
    generations: 'what a search costs the engine with 90 sealed generations, compared with 8',
    fields: 'every mapped field can be filtered, sorted by and aggregated',
  },
  fullSizeOnly: ['tls', 'proxy', 'generations'],
  full: { amount: '1,000,000 events', duration: 'about half an hour' },
  small: { amount: '50,000 events', duration: '3 minutes' },
  options: {
    events: 'events of the data set (1000000; 50000 with --ci)',
    'node-flags': 'flags of Node for the API, for example --node-flags="--cpu-prof"',
  },
  run: async (options) => (await import('../search/search.ts')).proveSearch(options),
}
