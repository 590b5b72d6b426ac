import type { RunOptions } from '../command/proof.ts'
import { startProofStack } from '../harness/stack/proof-stack.ts'
import { createReport } from '../harness/report.ts'
import { proveAttacks } from './attacks/attacks.ts'
import { proveConnections } from './connections/connections.ts'
import { proveCredentials } from './credentials/credentials.ts'
import { proveFuzz } from './fuzz/fuzz.ts'
import { proveLeaks } from './leaks/leaks.ts'
import { provePrefilled } from './prefilled/prefilled.ts'
import { proveProxies } from './proxies/proxies.ts'
import type { LoneStage, Stage } from './stage.ts'
import { proveTimes } from './times/times.ts'
import { proveTls } from './tls/tls.ts'

type Part =
  | { onStack: (stage: Stage) => Promise<void> }
  /** Needs no stack, or starts its own. */
  | { alone: (stage: LoneStage) => Promise<void> }

/**
 * In this order: first the standalone parts, then the others on one stack. The fuzzer is last, because it changes and
 * removes what it finds.
 */
const parts = {
  proxies: { alone: proveProxies },
  prefilled: { alone: provePrefilled },
  times: { onStack: proveTimes },
  tls: { onStack: proveTls },
  leaks: { onStack: proveLeaks },
  attacks: { onStack: proveAttacks },
  connections: { onStack: proveConnections },
  credentials: { onStack: proveCredentials },
  fuzz: { onStack: proveFuzz },
} satisfies Record<string, Part>

export type HostilePart = keyof typeof parts

/**
 * Hostile clients and probes get the documented answers and hold no resources, and other clients are served throughout.
 */
export async function proveHostile({ only, ...options }: RunOptions<HostilePart>): Promise<void> {
  const report = createReport('hostile')
  const wanted: [string, Part][] = only.map((name) => [name, parts[name]])
  for (const [name, part] of wanted) {
    if (!('alone' in part)) continue
    report.step(`part ${name}`)
    await part.alone({ ...options, report })
  }
  if (wanted.some(([, part]) => 'onStack' in part)) {
    await using proof = await startProofStack({ dir: options.dir })
    for (const [name, part] of wanted) {
      if (!('onStack' in part)) continue
      report.step(`part ${name}`)
      await part.onStack({ ...options, proof, report })
    }
  }
  report.end()
}
