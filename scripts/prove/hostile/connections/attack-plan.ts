/** What a connection does instead of a request. */
export const behaviours = ['silent', 'half-open', 'slow-head', 'slow-body'] as const
export type Behaviour = (typeof behaviours)[number]

export interface Target {
  port: number
  /** A path that takes a body without a login. */
  path: string
}

/** What one process of attackers does. */
export interface AttackOrder {
  targets: Target[]
  addresses: string[]
  /** Connections of each behaviour to each target. */
  counts: Record<Behaviour, number>
  opensPerSecond: number
  /** Of those that the server has closed. */
  reopensPerSecond: number
}

/** One connection that is held open, and opened again when the server closes it. */
export interface Slot {
  target: Target
  address: string
  behaviour: Behaviour
}

const ATTACKING_NETWORK = '127.0.10.'
/** Clients that must be served throughout have addresses elsewhere. */
export const OTHER_ADDRESS = '127.0.200.1'

/** Loopback addresses to attack from; each has source ports of its own. */
export function attackingAddresses(count: number): string[] {
  if (count > 250) throw new Error('there are 250 attacking addresses at most')
  return Array.from({ length: count }, (_, index) => `${ATTACKING_NETWORK}${index + 1}`)
}

export function isAttacking(address: string): boolean {
  return address.startsWith(ATTACKING_NETWORK)
}

/** So many in whole shares that differ by one at most. */
export function sharesOf(total: number, parts: number): number[] {
  return Array.from({ length: parts }, (_, index) => Math.floor((total + index) / parts))
}

/** The order of each process: together they make so many connections to each target. */
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

/** The connections of an order, spread over targets and addresses. */
export function slotsOf({ targets, addresses, counts }: Pick<AttackOrder, 'targets' | 'addresses' | 'counts'>): Slot[] {
  const kinds = behaviours.flatMap((behaviour) => Array.from({ length: counts[behaviour] }, () => behaviour))
  return kinds.flatMap((behaviour, index) =>
    targets.map((target) => ({ target, behaviour, address: addresses[index % addresses.length] ?? OTHER_ADDRESS })),
  )
}
