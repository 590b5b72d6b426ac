import type { Random } from './random.ts'

const SERVICES = [
  'www',
  'cdn',
  'api',
  'static',
  'img',
  'mail',
  'login',
  'updates',
  'portal',
  'video',
  'docs',
  'sync',
  'push',
  'maps',
  'telemetry',
  'files',
  'downloads',
  'assets',
  'edge',
  'auth',
  'search',
  'chat',
  'shop',
  'news',
  'ocsp',
] as const
const ORGANISATIONS = [
  'harbour',
  'meadow',
  'cobalt',
  'juniper',
  'lantern',
  'quarry',
  'saffron',
  'tundra',
  'velvet',
  'willow',
  'amber',
  'birch',
  'cedar',
  'delta',
  'ember',
  'falcon',
  'granite',
  'heron',
  'indigo',
  'jasper',
  'kestrel',
  'larch',
  'maple',
  'nectar',
  'orchid',
  'pebble',
  'quartz',
  'raven',
  'sable',
  'thistle',
  'umber',
  'violet',
  'walnut',
  'yarrow',
  'zephyr',
  'anchor',
  'beacon',
  'canyon',
  'dune',
  'estuary',
  'fjord',
  'glacier',
  'hollow',
  'island',
  'jetty',
  'knoll',
  'lagoon',
] as const
const PEOPLE = [
  'alice',
  'bob',
  'carol',
  'dan',
  'erin',
  'frank',
  'grace',
  'heidi',
  'ivan',
  'judy',
  'kim',
  'lars',
  'mallory',
  'nina',
  'olaf',
  'peggy',
  'quinn',
  'rupert',
  'sybil',
  'trent',
  'uma',
  'victor',
  'wendy',
  'xenia',
  'yuri',
  'zoe',
] as const
const WORDS = [
  'report',
  'invoice',
  'summary',
  'minutes',
  'budget',
  'roster',
  'plan',
  'draft',
  'contract',
  'photo',
  'export',
  'setup',
  'archive',
  'update',
  'manual',
  'statement',
  'forecast',
  'inventory',
  'agenda',
  'proposal',
] as const
const USER_AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Microsoft-Delivery-Optimization/10.1',
  'Microsoft-CryptoAPI/10.0',
  'Windows-Update-Agent/1023.1020.2172.0 Client-Protocol/2.71',
  'Debian APT-HTTP/1.3 (2.6.1)',
  'curl/8.5.0',
  'python-requests/2.32.3',
  'Go-http-client/1.1',
  'okhttp/4.12.0',
  'Wget/1.21.3',
] as const

/** Number of domains that a rank of `domain` tells apart. */
const DOMAINS = SERVICES.length * ORGANISATIONS.length

/** A name under the reserved top level `test`, the popular ones more often. */
export function domain(random: Random): string {
  const rank = (random.zipf(DOMAINS) * 389 + 17) % DOMAINS
  return `${SERVICES[rank % SERVICES.length]}.${ORGANISATIONS[Math.floor(rank / SERVICES.length)]}.test`
}

/** A name as malware makes them up, one per day and family in life, one of a few hundred here. */
export function rogueDomain(random: Random): string {
  const rank = random.zipf(300)
  return `${(rank * 2_654_435_761 + 97).toString(36)}.bad.test`
}

export const person = (random: Random): string => PEOPLE[random.zipf(PEOPLE.length)] as string
export const mailbox = (random: Random): string => `${person(random)}@example.test`
export const userAgent = (random: Random): string => USER_AGENTS[random.zipf(USER_AGENTS.length)] as string
export const word = (random: Random): string => random.pick(WORDS)

/** A path with the usual mixture of pages, calls and pictures. */
export function urlPath(random: Random): string {
  switch (random.int(5)) {
    case 0:
      return `/${word(random)}/${random.int(9_000)}/index.html`
    case 1:
      return `/api/v${random.between(1, 3)}/${word(random)}s?page=${random.int(40)}&size=50&session=${random.hex(16)}`
    case 2:
      return `/assets/${random.hex(20)}/${word(random)}.${random.pick(['js', 'css', 'png', 'woff2', 'svg'])}`
    case 3:
      return `/${word(random)}/${word(random)}-${random.int(900)}.html?utm_source=${word(random)}&utm_campaign=${random.hex(8)}`
    default:
      return '/'
  }
}
