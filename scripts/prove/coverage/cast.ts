import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectToStore } from '../harness/stack/connect-to-store.ts'
import { makeFleet, type FleetProbe } from '../probes/agents/fleet.ts'
import { readStackAuthority } from '../probes/certificates/stack-authority.ts'
import type { ProofStack } from '../harness/stack/proof-stack.ts'
import type { Report } from '../harness/report.ts'
import { createSimulatedProbe, type ProbeSurroundings, type SimulatedProbe } from './simulated-probe.ts'

/** The probes of the scenario, by what happens to them. */
export const roles = [
  'silent',
  'lateGap',
  'openGap',
  'dead',
  'drops',
  'removed',
  'expired',
  'wrongClock',
  'restarted',
  'healthy',
] as const
export type CastRole = (typeof roles)[number]
export type Cast = Record<CastRole, SimulatedProbe>

const WRONG_BY_MS = 3 * 3_600_000

/** Ten enrolled probes, each for one part of the scenario. */
export async function makeCast({ stack }: ProofStack, report: Report, surroundings: ProbeSurroundings): Promise<Cast> {
  const probes = await enterProbes(stack, report, 1, roles.length)
  return Object.fromEntries(
    roles.map((role, index) => {
      const probe = probes[index] as FleetProbe
      return [role, createSimulatedProbe(probe, surroundings, role === 'wrongClock' ? WRONG_BY_MS : 0)]
    }),
  ) as Cast
}

/** Creates probes with certificates from the stack's CA. */
export async function enterProbes(
  stack: ProofStack['stack'],
  report: Report,
  first: number,
  count: number,
): Promise<FleetProbe[]> {
  const store = connectToStore(stack)
  const file = join(stack.folder.root, `fleet-${first}.ndjson`)
  try {
    await makeFleet(store, await readStackAuthority(stack, store), { first, count, file }, report)
  } finally {
    await store.close()
  }
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as FleetProbe)
}
