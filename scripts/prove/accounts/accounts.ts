import type { RunOptions } from '../command/proof.ts'
import { type ProofStack, startProofStack } from '../harness/stack/proof-stack.ts'
import { createReport, type Report } from '../harness/report.ts'
import { proveAge } from './sessions/age.ts'
import { proveAnswers } from './answers/answers.ts'
import { proveCertificate } from './certificate.ts'
import { proveConsole } from './console.ts'
import { proveGuesses } from './guesses.ts'
import { proveKeyRotation } from './key-rotation.ts'
import { proveKills } from './kills.ts'
import { proveKeyLimits } from './limits/key-limits.ts'
import { proveSessionLimit } from './limits/session-limit.ts'
import { proveNoLeaks } from './leaks.ts'
import { proveRevocation } from './sessions/revocation.ts'
import { proveSettings } from './settings.ts'
import { proveTiming } from './sessions/timing.ts'
import { proveTokens } from './sessions/tokens.ts'

interface Sizes {
  isSmall: boolean
  seed: number
}

/**
 * The scenarios run one by one on the same stack, in this order. Those that kill the database run after those that need
 * the first tokens.
 */
const scenarios = {
  answers: (proof, report) => proveAnswers(proof, report),
  tokens: (proof, report, { isSmall, seed }) => proveTokens(proof, report, { count: isSmall ? 2_000 : 100_000, seed }),
  revocation: (proof, report, { isSmall }) => proveRevocation(proof, report, isSmall ? 2 : 20),
  age: (proof, report) => proveAge(proof, report),
  'session-limit': (proof, report) => proveSessionLimit(proof, report),
  'key-limits': (proof, report) => proveKeyLimits(proof, report),
  console: (proof, report) => proveConsole(proof, report),
  guesses: (proof, report, { isSmall, seed }) =>
    proveGuesses(
      proof,
      report,
      isSmall
        ? { guesses: 1_000, sources: 100, accounts: 5, seed }
        : { guesses: 20_000, sources: 200, accounts: 10, seed },
    ),
  timing: (proof, report, { isSmall }) => proveTiming(proof, report, { tries: isSmall ? 120 : 2_000, isSmall }),
  kills: (proof, report, { isSmall, seed }) => proveKills(proof, report, { kills: isSmall ? 5 : 200, seed }),
  settings: (proof, report, { isSmall }) => proveSettings(proof, report, isSmall ? 5 : 50),
  certificate: (proof, report, { isSmall }) => proveCertificate(proof, report, isSmall ? 3 : 20),
  rotation: (proof, report, { isSmall }) => proveKeyRotation(proof, report, isSmall ? 3_000 : 10_000),
  // Last: it searches everything that the other scenarios left behind.
  leaks: (proof, report) => proveNoLeaks(proof, report),
} satisfies Record<string, (proof: ProofStack, report: Report, sizes: Sizes) => Promise<void>>

export type AccountsPart = keyof typeof scenarios

/** Accounts, sessions, keys, settings and secrets: access is denied without permission, and every change is audited. */
export async function proveAccounts({ dir, only, ...sizes }: RunOptions<AccountsPart>): Promise<void> {
  const report = createReport('accounts')
  await using proof = await startProofStack({ dir, copies: ['api=2'] })
  for (const name of only) {
    report.step(`scenario ${name}`)
    await scenarios[name](proof, report, sizes)
  }
  report.end()
}
