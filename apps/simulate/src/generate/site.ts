import type { Random } from './random.ts'

const CLIENTS = 880
const EXTERNALS = 20_000
const TEST_NETS = ['198.51.100', '203.0.113', '192.0.2'] as const
/** Share of traffic over IPv6. */
const IPV6_SHARE = 0.12

/**
 * The network that one probe monitors: its IP addresses derive from its number, their popularity follows a Zipf
 * distribution.
 */
export interface Site {
  isIpv6(): boolean
  /** A workstation inside. */
  client(ipv6?: boolean): string
  /** An inside server for a purpose, one to four of each. */
  server(role: ServerRole, ipv6?: boolean): string
  /** An outside host that serves content. */
  external(ipv6?: boolean): string
  /** An outside host that connects inwards: another order of popularity than the content's. */
  stranger(ipv6?: boolean): string
  iface: string
  vlan: readonly [number]
  hostName(address: string): string
}

const ROLES = {
  resolver: 53,
  domain: 10,
  files: 20,
  mail: 25,
  web: 80,
  database: 54,
  plant: 102,
  voice: 60,
  broker: 183,
  gateway: 1,
} as const
export type ServerRole = keyof typeof ROLES

/** The site of a probe; `random` is the one of the block. */
export function createSite(probe: number, random: Random): Site {
  const octet = (probe % 250) + 1
  const prefix6 = `2001:db8:${probe.toString(16)}`

  return {
    isIpv6: () => random.chance(IPV6_SHARE),
    client(ipv6 = false) {
      // Ranks are scattered over the subnets, so that the busiest hosts are not neighbours.
      const host = (random.zipf(CLIENTS) * 37 + probe * 11) % CLIENTS
      const subnet = 1 + Math.floor(host / 220)
      return ipv6 ? `${prefix6}:${subnet}::${(host + 16).toString(16)}` : `10.${octet}.${subnet}.${20 + (host % 220)}`
    },
    server(role, ipv6 = false) {
      const host = ROLES[role] + random.zipf(4)
      return ipv6 ? `${prefix6}::${host.toString(16)}` : `10.${octet}.0.${host}`
    },
    external: (ipv6 = false) => outside(random.zipf(EXTERNALS), ipv6),
    stranger: (ipv6 = false) => outside((random.zipf(EXTERNALS) * 7_919 + 401) % EXTERNALS, ipv6),
    iface: probe % 3 === 0 ? 'mon1' : 'mon0',
    vlan: [100 + (probe % 40)],
    hostName: (address) => `ws-${address.slice(address.search(/[.:][^.:]*[.:][^.:]*$/) + 1).replace(/[.:]+/g, '-')}`,
  }
}

/** The test networks for popular hosts, the benchmarking network for the long tail. */
function outside(rank: number, ipv6: boolean): string {
  if (ipv6) return `2001:db8:f${(rank % 199).toString(16).padStart(3, '0')}::${(rank + 1).toString(16)}`
  if (rank < 762) return `${TEST_NETS[rank % 3]}.${1 + Math.floor(rank / 3)}`
  return `198.${18 + (rank % 2)}.${Math.floor(rank / 250) % 250}.${1 + (rank % 250)}`
}

/** A locally administered MAC address, the same for the same host. */
export function macOf(address: string): string {
  let hash = 7
  for (let at = 0; at < address.length; at++) hash = (Math.imul(hash, 31) + address.charCodeAt(at)) | 0
  const digits = ((hash >>> 0) + 4_294_967_296).toString(16).slice(1)
  return `02:00:${digits.slice(0, 2)}:${digits.slice(2, 4)}:${digits.slice(4, 6)}:${digits.slice(6, 8)}`
}
