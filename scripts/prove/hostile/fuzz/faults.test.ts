import { expect, test } from 'vitest'
import { destructive, fuzzIdentities, roundsOf } from './plan.ts'
import { type PassingAnswer, plantedFaults } from './faults.ts'
import { errorsIn } from './schemathesis.ts'
import { casesOf, countOf, failureWords, sumOf, unreached } from './tally.ts'

const good: PassingAnswer = { status: 200, contentType: 'application/json', body: '{"version":"1","api":"1"}' }
const refused: PassingAnswer = { status: 400, contentType: 'application/problem+json', body: '{"detail":"no"}' }
const request = { operation: '', url: '/api/audit?actor=a%00&risk_min=1', body: '' }

test('there are six planted faults, each at a different operation', () => {
  expect(plantedFaults).toHaveLength(6)
  expect(new Set(plantedFaults.map(({ operation }) => operation)).size).toBe(6)
})

test.each(plantedFaults)('$name changes a response', ({ plant }) => {
  const changed = [good, refused].filter((answer) => JSON.stringify(plant(answer, request)) !== JSON.stringify(answer))
  expect(changed).not.toEqual([])
})

test('input-dependent faults leave other responses unchanged', () => {
  const harmless = { operation: '', url: '/api/audit?actor=a', body: '' }
  for (const { name, plant } of plantedFaults.filter((each) => each.name.startsWith('500')))
    expect(plant(good, harmless), name).toEqual(good)
})

test('runs destructive operations after all others, one at a time', () => {
  const rounds = roundsOf(1, 3, ['administrator', 'viewer'])
  expect(rounds.map((runs) => runs.map(({ isDestructive }) => isDestructive))).toEqual([
    [false, false],
    [false, false],
    [false],
    [true],
    [true],
  ])
  expect(new Set(rounds.slice(0, 3).flatMap((runs) => runs.map(({ identity }) => identity)))).toEqual(
    new Set(fuzzIdentities),
  )
})

test.each([
  ['DELETE /api/users/{id}', true],
  ['POST /api/auth/logout', true],
  ['POST /api/auth/login', true],
  ['PATCH /api/settings', true],
  ['PUT /api/system/certificate', true],
  ['POST /api/users/{id}/password', true],
  ['GET /api/users', false],
  ['POST /api/users', false],
  ['POST /api/auth/keys', false],
  ['POST /api/data/es/search', false],
  ['PUT /api/exports/syslog/{id}', false],
])('%s is destructive: %s', (operation, isDestructive) => {
  expect(new RegExp(destructive).test(operation)).toBe(isDestructive)
})

test('adds up the tallies of several runs', () => {
  const failure = { operation: 'GET /a', check: 'c', status: 500, message: 'm\nn', request: 'GET /a' }
  const sum = sumOf([
    { calls: { 'GET /a': { '200': 2, '500': 1 } }, failures: [failure], renewals: 1 },
    { calls: { 'GET /a': { '200': 1 }, 'GET /b': { '404': 4 } }, failures: [failure], renewals: 2 },
  ])
  expect(casesOf(sum)).toBe(8)
  expect(countOf(sum, (status) => status >= 500)).toBe(1)
  expect(sum.renewals).toBe(3)
  expect(failureWords(sum)).toEqual(['GET /a c 500: m n (GET /a)'])
  expect(unreached(sum, ['GET /a', 'GET /c'])).toEqual(['GET /c'])
})

test("finds untested cases in schemathesis's output", () => {
  const output = '==== FUZZING ====\n\n=== ERRORS ===\n___ GET /a ___\nNo answer\n\n=== SUMMARY ===\n'
  expect(errorsIn(output)).toEqual(['___ GET /a ___\nNo answer'])
  expect(errorsIn('=== SUMMARY ===\n')).toEqual([])
})
