import { startProofStack } from '../proof-stack.ts'
import { createReport, type Report } from '../report.ts'
import { proveAttacks } from './attacks/attacks.ts'
import { proveConnections } from './connections/connections.ts'
import { proveCredentials } from './credentials/credentials.ts'
import { proveFuzz } from './fuzz/fuzz.ts'
import { proveLeaks } from './leaks/leaks.ts'
import { provePrefilled } from './prefilled/prefilled.ts'
import { proveProxies } from './proxies/proxies.ts'
import type { Stage } from './stage.ts'
import { proveTimes } from './times/times.ts'
import { proveTls } from './tls/tls.ts'

/** All on the same stack, in this order: the fuzzer comes last, since it changes and removes what it finds. */
const onOneStack = {
  times: proveTimes,
  tls: proveTls,
  leaks: proveLeaks,
  attacks: proveAttacks,
  connections: proveConnections,
  credentials: proveCredentials,
  fuzz: proveFuzz,
} satisfies Record<string, (stage: Stage) => Promise<void>>
const sharingParts = Object.keys(onOneStack) as (keyof typeof onOneStack)[]

/** The proxies need no stack; what the documentation fills in is executed on a fresh one. */
export const hostileParts = ['proxies', 'prefilled', ...sharingParts] as const
export type HostilePart = (typeof hostileParts)[number]

export interface HostileOptions {
  dir: string
  isSmall: boolean
  seed: number
  only: readonly HostilePart[]
}

/** Hostile clients and probes: they get the documented answers, hold no resources, and others are served throughout. */
export async function proveHostile({ dir, isSmall, seed, only }: HostileOptions): Promise<void> {
  const report = createReport('hostile')
  const isChosen = (name: HostilePart) => only.includes(name)
  if (isChosen('proxies')) await proveProxies({ report })
  if (isChosen('prefilled')) await provePrefilled({ dir, report })
  if (sharingParts.some(isChosen)) await proveSharing({ dir, isSmall, seed, only }, report)
  report.end()
}

async function proveSharing({ dir, isSmall, seed, only }: HostileOptions, report: Report): Promise<void> {
  await using proof = await startProofStack({ dir })
  for (const name of sharingParts.filter((each) => only.includes(each))) {
    report.step(`part ${name}`)
    await onOneStack[name]({ proof, report, isSmall, seed })
  }
}
