import { alertTexts } from './en/alerts.ts'
import { auditTexts } from './en/audit.ts'
import { clusterTexts } from './en/clusters.ts'
import { coverageTexts } from './en/coverage.ts'
import { deadLetterTexts } from './en/dead-letters.ts'
import { exportTexts } from './en/exports.ts'
import { systemTexts } from './en/health.ts'
import { overviewTexts } from './en/overview.ts'
import { policyTexts } from './en/policy.ts'
import { probeTexts } from './en/probes.ts'
import { searchTexts } from './en/search.ts'
import { settingTexts } from './en/settings.ts'
import { shellTexts } from './en/shell.ts'
import { startTexts } from './en/start.ts'
import { userTexts } from './en/users.ts'

/** The English texts. Another language has the same keys. */
export const en = {
  ...shellTexts,
  ...coverageTexts,
  ...overviewTexts,
  ...startTexts,
  ...alertTexts,
  ...clusterTexts,
  ...searchTexts,
  ...probeTexts,
  ...deadLetterTexts,
  ...exportTexts,
  ...userTexts,
  ...settingTexts,
  ...policyTexts,
  ...auditTexts,
  ...systemTexts,
} as const
