import { accounts } from './accounts.ts'
import { alerts } from './alerts.ts'
import { audit } from './audit.ts'
import { coverage } from './coverage.ts'
import { foundation } from './foundation.ts'
import { guard } from './guard.ts'
import { guides } from './guides.ts'
import { hostile } from './hostile.ts'
import { install } from './install.ts'
import { metrics } from './metrics.ts'
import { path } from './path.ts'
import { probes } from './probes.ts'
import { search } from './search.ts'
import { syslog } from './syslog.ts'
import { web } from './web.ts'
import type { Proof } from '../command/proof.ts'

/** All topics of `pnpm prove`, in the order of its help. */
export const proofs: readonly Proof[] = [
  foundation,
  path,
  probes,
  coverage,
  search,
  guard,
  alerts,
  accounts,
  audit,
  hostile,
  syslog,
  metrics,
  web,
  guides,
  install,
]
