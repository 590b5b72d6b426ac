import type { Stack } from '../../stack/stack.ts'
import type { RunOptions } from '../command/proof.ts'
import { startProofStack } from '../harness/stack/proof-stack.ts'
import { createReport, type Report } from '../harness/report.ts'
import { proveAnswers } from './endings/answers.ts'
import { proveArchives } from './archives.ts'
import { proveCarriedAway } from './carry-away.ts'
import { proveChangesUnderKills } from './endings/kills.ts'
import { proveSize } from './size.ts'
import { proveSpeed } from './speed.ts'
import { startAuditStage } from './stage.ts'
import { proveTampering } from './tampering.ts'

interface Sizes {
  isSmall: boolean
  seed: number
}

type Prove = (stack: Stack, report: Report, sizes: Sizes) => Promise<void>

/** The parts run one by one on the same stage, in this order; those that lengthen the audit come last. */
const parts = {
  kills: (stack, report, { isSmall, seed }) =>
    proveChangesUnderKills(stack, report, { calls: isSmall ? 300 : 10_000, kills: isSmall ? 4 : 60, seed }),
  answers: (stack, report, { isSmall }) => proveAnswers(stack, report, { loadMs: isSmall ? 2_000 : 10_000 }),
  tampering: (stack, report, { isSmall, seed }) =>
    proveTampering(stack, report, { count: isSmall ? 100 : 2_000, seed }),
  archives: (stack, report) => proveArchives(stack, report),
  size: (stack, report, { isSmall }) =>
    proveSize(
      stack,
      report,
      isSmall ? { rows: 50_000, rounds: 1, leniency: 3 } : { rows: 1_000_000, rounds: 5, leniency: 1 },
    ),
} satisfies Record<string, Prove>

/** Exporting and searching need the whole stack. */
const withEngine = {
  syslog: (stack, report, { isSmall }) => proveCarriedAway(stack, report, { kills: isSmall ? 3 : 20 }),
  speed: (stack, report, { isSmall }) => proveSpeed(stack, report, { rounds: isSmall ? 2 : 12, isSmall }),
} satisfies Record<string, Prove>

export type AuditPart = keyof typeof parts | keyof typeof withEngine

/** Every change has its audit row, every alteration is detected, and the cost is low. */
export async function proveAudit({ dir, only, ...sizes }: RunOptions<AuditPart>): Promise<void> {
  const report = createReport('audit')
  async function run(all: Record<string, Prove>, stack: Stack): Promise<void> {
    for (const [name, prove] of Object.entries(all)) {
      if (!only.some((each) => each === name)) continue
      report.step(`part ${name}`)
      await prove(stack, report, sizes)
    }
  }
  if (only.some((name) => name in parts)) {
    await using stage = await startAuditStage(dir)
    await run(parts, stage.stack)
  }
  if (only.some((name) => name in withEngine)) {
    await using proof = await startProofStack({ dir })
    await run(withEngine, proof.stack)
  }
  report.end()
}
