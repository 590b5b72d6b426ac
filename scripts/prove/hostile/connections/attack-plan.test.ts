import { expect, test } from 'vitest'
import { attackingAddresses, isAttacking, ordersFor, OTHER_ADDRESS, sharesOf, slotsOf } from './attack-plan.ts'

const targets = [
  { port: 1, path: '/a' },
  { port: 2, path: '/b' },
]

test('spreads connections over processes without losing any', () => {
  for (const [total, parts] of [
    [20_000, 4],
    [1_499, 3],
    [2, 3],
  ] as const) {
    const shares = sharesOf(total, parts)
    expect(shares.reduce((sum, each) => sum + each, 0)).toBe(total)
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1)
  }
})

test('all processes together open the wanted connections to each target from every IP address', () => {
  const counts = { silent: 601, 'half-open': 100, 'slow-head': 7, 'slow-body': 8 }
  const addresses = attackingAddresses(200)
  const orders = ordersFor(counts, { processes: 3, targets, addresses, opensPerSecond: 10, reopensPerSecond: 5 })
  const slots = orders.flatMap(slotsOf)
  for (const { port } of targets) {
    const own = slots.filter(({ target }) => target.port === port)
    expect(own).toHaveLength(716)
    expect(own.filter(({ behaviour }) => behaviour === 'silent')).toHaveLength(601)
    expect(new Set(own.map(({ address }) => address)).size).toBe(200)
  }
})

test('tells attacking IP addresses from others', () => {
  expect(attackingAddresses(200).every(isAttacking)).toBe(true)
  expect(isAttacking(OTHER_ADDRESS)).toBe(false)
})
