import { accounts } from './topics/accounts.ts'
import { alerts } from './topics/alerts.ts'
import { audit } from './topics/audit.ts'
import { coverage } from './topics/coverage.ts'
import { foundation } from './topics/foundation.ts'
import { guard } from './topics/guard.ts'
import { guides } from './topics/guides.ts'
import { hostile } from './topics/hostile.ts'
import { install } from './topics/install.ts'
import { metrics } from './topics/metrics.ts'
import { path } from './topics/path.ts'
import { probes } from './topics/probes.ts'
import { search } from './topics/search.ts'
import { syslog } from './topics/syslog.ts'
import { triage } from './topics/triage.ts'
import { web } from './topics/web.ts'
import type { Proof } from './command/proof.ts'

/** All topics of `pnpm prove`, in the order of its help. */
export const proofs: readonly Proof[] = [
  foundation,
  path,
  probes,
  coverage,
  search,
  guard,
  alerts,
  triage,
  accounts,
  audit,
  hostile,
  syslog,
  metrics,
  web,
  guides,
  install,
]
