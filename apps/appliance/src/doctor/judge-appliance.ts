import { exportSilentSeconds } from '@watchpost/store'
import type { Finding } from './finding.ts'

const DAY_MS = 86_400_000

/** State of a service, from the supervisor. */
export interface ServiceFacts {
  name: string
  problem: string | undefined
  restarts: number
}

export function judgeServices(services: readonly ServiceFacts[]): Finding[] {
  return services.map(({ name, problem, restarts }): Finding => {
    if (problem !== undefined) {
      const todo = `Look at its log, and at docs/runbooks/role-not-ready.md.`
      return { part: name, level: 'bad', says: problem, todo }
    }
    if (restarts > 2) {
      const todo = 'Look at its log for how it ended: see docs/runbooks/role-restarting.md.'
      return { part: name, level: 'warning', says: `ready, and started again ${restarts} times`, todo }
    }
    return { part: name, level: 'good', says: 'ready' }
  })
}

export function judgeCertificates(
  certificates: readonly { purpose: string; notAfter: Date }[],
  now: number,
): Finding[] {
  const part = 'certificates'
  if (!certificates.some(({ purpose }) => purpose === 'authority')) {
    return [{ part, level: 'bad', says: 'there are none', todo: 'Run `watchpost init`.' }]
  }
  const late = certificates.filter(({ notAfter }) => notAfter.getTime() - now < 14 * DAY_MS)
  if (late.length === 0) {
    const soonest = Math.min(...certificates.map(({ notAfter }) => notAfter.getTime()))
    return [{ part, level: 'good', says: `the first expires on ${new Date(soonest).toISOString().slice(0, 10)}` }]
  }
  return late.map(({ purpose, notAfter }) => ({
    part,
    level: notAfter.getTime() <= now ? 'bad' : 'warning',
    says: `that of the ${purpose} ${notAfter.getTime() <= now ? 'expired' : 'expires'} on ${notAfter.toISOString().slice(0, 10)}`,
    todo: 'See docs/runbooks/certificate-expires.md.',
  }))
}

/** Last reported state of exports; `id` is absent for the metrics export. */
export interface ExportFacts {
  id?: number
  isEnabled: boolean
  ageSeconds: number | undefined
  state: unknown
}

export function judgeExports(exports: readonly ExportFacts[]): Finding[] {
  return exports
    .filter(({ isEnabled }) => isEnabled)
    .map(({ id, ageSeconds, state }): Finding => {
      const part = id === undefined ? 'metrics export' : `syslog export ${id}`
      const page = id === undefined ? 'metrics-export-down' : 'export-disconnected'
      const { status, last_error } = (state ?? {}) as { status?: unknown; last_error?: { message?: unknown } | null }
      if (ageSeconds === undefined || ageSeconds > exportSilentSeconds) {
        return { part, level: 'bad', says: 'no exporter serves it', todo: 'Check that the service `exporter` runs.' }
      }
      if (status === 'connected' || status === 'streaming') return { part, level: 'good', says: status }
      const why = typeof last_error?.message === 'string' ? `: ${last_error.message}` : ''
      return { part, level: 'warning', says: `${String(status)}${why}`, todo: `See docs/runbooks/${page}.md.` }
    })
}

/** State of the audit in the database, and of the signed head outside of it. */
export interface AuditFacts {
  hasFolder: boolean
  isDamaged: boolean
  lastId: number
  signedId: number | undefined
  unsignedSeconds: number
}

const LATE_SIGNATURE_SECONDS = 300

export function judgeAudit({ hasFolder, isDamaged, lastId, signedId, unsignedSeconds }: AuditFacts): Finding[] {
  const part = 'audit'
  if (isDamaged || (signedId ?? 0) > lastId) {
    const says = isDamaged
      ? 'its head outside of the database cannot be read'
      : `it ends at row ${lastId}, and row ${signedId} was signed`
    return [{ part, level: 'bad', says, todo: 'See docs/runbooks/audit-broken.md.' }]
  }
  if (unsignedSeconds > LATE_SIGNATURE_SECONDS) {
    const says = `rows have waited for a signature for ${Math.round(unsignedSeconds / 60)} minutes`
    return [{ part, level: 'bad', says, todo: 'See docs/runbooks/audit-unsigned.md.' }]
  }
  if (!hasFolder) {
    const todo = 'Set WATCHPOST_AUDIT_DIR: without it a cut tail cannot be seen.'
    return [{ part, level: 'warning', says: `${lastId} rows, and no head outside of the database`, todo }]
  }
  return [{ part, level: 'good', says: `${lastId} rows; \`watchpost audit verify\` looks at each` }]
}

export function judgeHolds(holds: readonly { reason: string; detail: string }[]): Finding[] {
  return holds.map(({ reason, detail }) => ({
    part: 'ingest',
    level: 'bad',
    says: `probes are asked to wait (${reason}): ${detail}`,
    todo: 'See docs/runbooks/probes-wait.md.',
  }))
}

/** Facts about this machine. */
export interface MachineFacts {
  node: string
  availableMemoryShare: number
  disks: readonly { path: string; freeShare: number; freeBytes: number }[]
}

const GIB = 1024 ** 3

export function judgeMachine({ node, availableMemoryShare, disks }: MachineFacts): Finding[] {
  const part = 'this machine'
  const findings: Finding[] = []
  const [major = 0, minor = 0] = node.replace(/^v/, '').split('.').map(Number)
  if (major < 24 || (major === 24 && minor < 7)) {
    findings.push({ part, level: 'bad', says: `Node ${node} runs`, todo: 'Use Node 24.7 or later.' })
  }
  if (availableMemoryShare < 0.05) {
    const says = `${Math.round(availableMemoryShare * 100)}% of the memory is available`
    findings.push({ part, level: 'warning', says, todo: 'Lower the heaps of the servers, or add memory.' })
  }
  for (const { path, freeShare, freeBytes } of disks) {
    if (freeShare < 0.1 && freeBytes < 10 * GIB) {
      const says = `${(freeBytes / GIB).toFixed(1)} GiB are free at ${path}`
      findings.push({ part, level: freeBytes < GIB ? 'bad' : 'warning', says, todo: 'Make room on this disk.' })
    }
  }
  const says = `Node ${node}, ${Math.round(availableMemoryShare * 100)}% of the memory available`
  return findings.length > 0 ? findings : [{ part, level: 'good', says }]
}
