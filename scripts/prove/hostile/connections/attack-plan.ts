/** What a connection does instead of sending a request. */
export const behaviours = ['silent', 'half-open', 'slow-head', 'slow-body'] as const
export type Behaviour = (typeof behaviours)[number]

export interface Target {
  port: number
  /** A path that accepts a body without a login. */
  path: string
}

/** The work of one attacker process. */
export interface AttackOrder {
  targets: Target[]
  addresses: string[]
  /** Connections per behaviour and target. */
  counts: Record<Behaviour, number>
  opensPerSecond: number
  /** The rate of reopening connections that the server closed. */
  reopensPerSecond: number
}

/** One connection that is held open, and reopened when the server closes it. */
export interface Slot {
  target: Target
  address: string
  behaviour: Behaviour
}

const ATTACKING_NETWORK = '127.0.10.'
/** Clients that must be served throughout use other IP addresses. */
export const OTHER_ADDRESS = '127.0.200.1'

/** Loopback addresses to attack from; each has its own source ports. */
export function attackingAddresses(count: number): string[] {
  if (count > 250) throw new Error('there are 250 attacking addresses at most')
  return Array.from({ length: count }, (_, index) => `${ATTACKING_NETWORK}${index + 1}`)
}

export function isAttacking(address: string): boolean {
  return address.startsWith(ATTACKING_NETWORK)
}

/** Splits a total into integer shares that differ by at most one. */
export function sharesOf(total: number, parts: number): number[] {
  return Array.from({ length: parts }, (_, index) => Math.floor((total + index) / parts))
}

/** The order of each process: together they open this many connections to each target. */
export function ordersFor(
  counts: Record<Behaviour, number>,
  { processes, ...common }: Omit<AttackOrder, 'counts'> & { processes: number },
): AttackOrder[] {
  const shares = behaviours.map((behaviour) => [behaviour, sharesOf(counts[behaviour], processes)] as const)
  return Array.from({ length: processes }, (_, index) => ({
    ...common,
    counts: Object.fromEntries(
      shares.map(([behaviour, share]) => [behaviour, share[index] ?? 0]),
    ) as AttackOrder['counts'],
  }))
}

/** The connections of an order, spread over targets and IP addresses. */
export function slotsOf({ targets, addresses, counts }: Pick<AttackOrder, 'targets' | 'addresses' | 'counts'>): Slot[] {
  const kinds = behaviours.flatMap((behaviour) => Array.from({ length: counts[behaviour] }, () => behaviour))
  return kinds.flatMap((behaviour, index) =>
    targets.map((target) => ({ target, behaviour, address: addresses[index % addresses.length] ?? OTHER_ADDRESS })),
  )
}
