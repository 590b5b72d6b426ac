import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { httpsCall } from '../../accounts/https-call.ts'
import { authorityOf, doorsOf, partFolder, type Stage } from '../stage.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { plantedFaults } from './faults.ts'
import { makePersonas } from './personas.ts'
import { fuzzIdentities, type FuzzIdentity, type FuzzRun, roundsOf } from './plan.ts'
import { installSchemathesis, runSchemathesis } from './schemathesis.ts'
import { casesOf, countOf, failureWords, sumOf, type Tally, unreached } from './tally.ts'

interface Sizes {
  seeds: number
  /** The minimum per seed. */
  casesEach: number
  /** Per operation and caller in one round. */
  cases: number
  plantedCases: number
  /** The callers that also run destructive operations. */
  takers: readonly FuzzIdentity[]
}

const full: Sizes = { seeds: 5, casesEach: 10_000, cases: 60, plantedCases: 100, takers: fuzzIdentities }
const small: Sizes = { seeds: 1, casesEach: 800, cases: 5, plantedCases: 40, takers: ['administrator', 'viewer'] }
/** Rounds per seed: an operation without parameters has few cases, however many are wanted. */
const MOST_ROUNDS = 6
const MOST_SHOWN = 8

/**
 * Generated requests to every operation as every kind of caller: no server errors, and all responses match the
 * description.
 */
export async function proveFuzz({ proof: { stack }, report, isSmall, seed }: Stage): Promise<void> {
  const { seeds, casesEach, cases, plantedCases, takers } = isSmall ? small : full
  const packages = installSchemathesis()
  const folder = partFolder(stack, 'fuzz')
  const { apiPort } = stack.state.config
  const description = join(folder, 'openapi.json')
  const described = await httpsCall({ port: apiPort, ca: authorityOf(stack), path: '/docs/openapi.json' })
  writeFileSync(description, described.text)
  const orderOf = await makePersonas(stack)
  const before = await doorsOf(stack)
  let runs = 0

  async function fuzz(run: FuzzRun & { url?: string; include?: string }): Promise<Tally> {
    const own = join(folder, `run-${(runs += 1)}`)
    mkdirSync(own)
    return runSchemathesis(packages, {
      folder: own,
      description,
      order: orderOf(run.identity),
      seed: run.seed,
      cases: run.cases,
      ...(run.url ? { url: run.url } : { url: `https://127.0.0.1:${apiPort}`, ca: stack.folder.ca }),
      ...(run.include ? { include: run.include } : { isDestructive: run.isDestructive }),
    })
  }

  // Before anything is removed or changed at random.
  const found = await plantedOnes()
  const tallies: Tally[] = []
  for (let number = 0; number < seeds; number += 1) {
    const ofSeed: Tally[] = []
    for (let round = 0; round < MOST_ROUNDS && casesOf(sumOf(ofSeed)) < casesEach; round += 1) {
      for (const runsAtOnce of roundsOf(seed + number + round * 1_000, cases, takers))
        ofSeed.push(...(await Promise.all(runsAtOnce.map(fuzz))))
      report.step(`seed ${seed + number}: ${casesOf(sumOf(ofSeed))} cases`)
    }
    tallies.push(...ofSeed)
  }

  const sum = sumOf(tallies)
  const words = failureWords(sum)
  const faults = countOf(sum, (status) => status >= 500)
  report.figure('fuzz_cases', casesOf(sum))
  report.figure(
    'fuzz_answered_with_success',
    countOf(sum, (status) => status < 300),
  )
  report.figure('fuzz_credentials_renewed', sum.renewals)
  for (const each of words.slice(MOST_SHOWN)) report.step(each.slice(0, 600))
  report.check(
    'no generated request is answered with a fault, or otherwise than described',
    words.length === 0 && faults === 0,
    words.slice(0, MOST_SHOWN).join(' | ') || `${faults} faults`,
  )
  const missing = unreached(sum, operationsOf(described.text))
  report.check('every operation was reached', missing.length === 0, missing.slice(0, MOST_SHOWN).join(', '))
  const enough = seeds * casesEach
  report.check(
    `${enough} cases or more, by ${fuzzIdentities.length} kinds of callers`,
    casesOf(sum) >= enough,
    String(casesOf(sum)),
  )
  const missed = plantedFaults.filter(
    ({ operation, check }) => !found.failures.some((each) => each.operation === operation && each.check === check),
  )
  report.check(
    `all ${plantedFaults.length} planted faults are found`,
    missed.length === 0,
    missed.map(({ name }) => name).join('; ') || `${casesOf(found)} cases`,
  )
  const after = await doorsOf(stack)
  report.check(
    'no process was started again',
    after.every(({ pid }, index) => pid === before[index]?.pid),
  )

  async function plantedOnes(): Promise<Tally> {
    const proxy = await startFaultProxy({ port: apiPort, ca: authorityOf(stack), faults: plantedFaults })
    const include = `^(${plantedFaults.map(({ operation }) => operation).join('|')})$`
    try {
      const run = { seed, identity: 'administrator', isDestructive: false, cases: plantedCases } as const
      return await fuzz({ ...run, url: proxy.url, include })
    } finally {
      proxy.close()
    }
  }
}

function operationsOf(description: string): string[] {
  const { paths } = JSON.parse(description) as { paths: Record<string, Record<string, unknown>> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
}
