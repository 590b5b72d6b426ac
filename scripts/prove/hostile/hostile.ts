import { startProofStack } from '../proof-stack.ts'
import { createReport } from '../report.ts'
import { proveAttacks } from './attacks/attacks.ts'
import { proveConnections } from './connections/connections.ts'
import { proveFuzz } from './fuzz/fuzz.ts'
import { proveLeaks } from './leaks/leaks.ts'
import type { Stage } from './stage.ts'
import { proveTls } from './tls/tls.ts'

/** All on the same stack, in this order: the fuzzer comes last, since it changes and removes what it finds. */
const parts = {
  tls: proveTls,
  leaks: proveLeaks,
  attacks: proveAttacks,
  connections: proveConnections,
  fuzz: proveFuzz,
} satisfies Record<string, (stage: Stage) => Promise<void>>

export type HostilePart = keyof typeof parts
export const hostileParts = Object.keys(parts) as HostilePart[]

export interface HostileOptions {
  dir: string
  isSmall: boolean
  seed: number
  only: readonly HostilePart[]
}

/** Hostile clients and probes: they get the documented answers, hold no resources, and others are served throughout. */
export async function proveHostile({ dir, isSmall, seed, only }: HostileOptions): Promise<void> {
  const report = createReport('hostile')
  await using proof = await startProofStack({ dir })
  for (const name of hostileParts.filter((each) => only.includes(each))) {
    report.step(`part ${name}`)
    await parts[name]({ proof, report, isSmall, seed })
  }
  report.end()
}
