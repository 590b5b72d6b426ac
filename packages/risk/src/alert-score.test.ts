import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AlertFacts, createScorer } from './alert-score.ts'
import { firstPolicy } from './first-policy.ts'
import { anyFacts, anyPolicy } from './fixtures/arbitrary.ts'

const facts: AlertFacts = {
  detector: 'network_engine',
  severity: 1,
  verdict: undefined,
  category: 'A Network Trojan was detected',
  confidence: 'High',
  signatureSeverity: 'Major',
  srcIp: '10.1.2.3',
  destIp: '198.51.100.7',
}
const scoreOf = (changed: Partial<AlertFacts>) => createScorer(firstPolicy).score({ ...facts, ...changed })

test('lists every contribution with its points and its reason', () => {
  expect(scoreOf({})).toEqual({
    risk: 85,
    contributions: [
      { name: 'detector', points: 10, reason: 'network_engine' },
      { name: 'severity', points: 30, reason: 'severity 1' },
      { name: 'category', points: 20, reason: 'A Network Trojan was detected' },
      { name: 'confidence', points: 10, reason: 'confidence high' },
      { name: 'signature_severity', points: 5, reason: 'signature severity major' },
      { name: 'direction', points: 10, reason: 'from an own network to elsewhere' },
    ],
  })
})

test.each<[string, Partial<AlertFacts>, string | undefined]>([
  ['between own networks', { destIp: '192.168.0.1' }, 'between own networks'],
  ['IPv6 to IPv4', { srcIp: 'fd00::1' }, 'from an own network to elsewhere'],
  ['an IPv4 address in the form of IPv6', { srcIp: '::ffff:10.0.0.1' }, 'from an own network to elsewhere'],
  ['from elsewhere', { srcIp: '2001:db8::1', destIp: '10.0.0.1' }, 'from elsewhere to an own network'],
  ['between others counts nothing', { srcIp: '192.0.2.1' }, undefined],
  ['one address alone has no direction', { destIp: undefined }, undefined],
  [
    'an address with a zone is elsewhere',
    { srcIp: 'fd00::1%eth0', destIp: '10.0.0.1' },
    'from elsewhere to an own network',
  ],
  ['what is not an address is elsewhere', { destIp: 'printer' }, 'from an own network to elsewhere'],
])('direction: %s', (_, changed, reason) => {
  expect(scoreOf(changed).contributions.find(({ name }) => name === 'direction')?.reason).toBe(reason)
})

test.each([
  [1, 25],
  [0.5, 25],
  [0.3, 20],
  [0.05, 12],
  [0, 5],
])('a verdict of strength %d adds %d', (strength, points) => {
  const { contributions } = scoreOf({ detector: 'malware_engine', verdict: { strength, reason: 'x' } })
  expect(contributions).toContainEqual({ name: 'verdict', points, reason: 'x' })
})

test('clamping to the scale is a separate contribution', () => {
  const heavy = { ...firstPolicy.policy, detector: { network_engine: 100, malware_engine: 0, code_engine: 0 } }
  const above = createScorer({ version: 2, policy: heavy }).score(facts)
  expect(above.risk).toBe(100)
  expect(above.contributions.at(-1)).toEqual({ name: 'limit', points: -75, reason: 'a risk is at most 100' })
  const light = { ...firstPolicy.policy, detector: { network_engine: -100, malware_engine: 0, code_engine: 0 } }
  const below = createScorer({ version: 2, policy: light }).score({ ...facts, category: undefined })
  expect(below.risk).toBe(0)
  expect(below.contributions.at(-1)).toEqual({ name: 'limit', points: 45, reason: 'a risk is at least 0' })
})

test('returns the same integer from 0 to 100, the sum of its contributions, for any facts and policy', () => {
  fc.assert(
    fc.property(anyPolicy, anyFacts, (policy, anything) => {
      const score = createScorer({ version: 3, policy }).score(anything)
      expect(Number.isInteger(score.risk)).toBe(true)
      expect(score.risk).toBeGreaterThanOrEqual(0)
      expect(score.risk).toBeLessThanOrEqual(100)
      expect(score.contributions.reduce((sum, { points }) => sum + points, 0)).toBe(score.risk)
      expect(score.contributions.every(({ points, reason }) => points !== 0 && reason.isWellFormed())).toBe(true)
      expect(createScorer({ version: 3, policy: structuredClone(policy) }).score({ ...anything })).toEqual(score)
    }),
    { numRuns: 1_000 },
  )
})
