import type { SystemHealth } from '@watchpost/contract'

/** A finding about one part, as the supervisor reports it. */
export interface Finding {
  part: string
  level: 'good' | 'warning' | 'bad'
  says: string
  todo?: string
}

export interface HealthPorts {
  /** Looks at everything. */
  look(): Promise<Finding[]>
  /** Findings about the probes and the coverage. Never rejects. */
  lookAtCoverage(): Promise<Finding[]>
  now?(): number
}

export type HealthService = ReturnType<typeof createHealthService>

const sharedMs = 2_000

/**
 * The health of the appliance. A look opens connections to every server, so one look is shared by all callers for a
 * moment.
 */
export function createHealthService({ look, lookAtCoverage, now = Date.now }: HealthPorts) {
  let shared: { answer: Promise<SystemHealth>; until: number } | undefined

  async function read(): Promise<SystemHealth> {
    const ofParts = look().catch((error: unknown): Finding[] => [
      {
        part: 'supervisor',
        level: 'bad',
        says: `does not tell how the parts are: ${error instanceof Error ? error.message : String(error)}`,
        todo: 'Start the services with `watchpost start`, or correct WATCHPOST_API_SUPERVISOR. See docs/runbooks/not-scraped.md.',
      },
    ])
    const [own, others] = await Promise.all([lookAtCoverage(), ofParts])
    // The supervisor's doctor checks the coverage too: keep one row per part.
    const ownParts = new Set(own.map(({ part }) => part))
    const findings = [...own, ...others.filter(({ part }) => !ownParts.has(part))]
    const at = now()
    if (shared) shared.until = at + sharedMs
    return { at: new Date(at).toISOString(), level: worstOf(findings), findings: findings.map(wireFinding) }
  }

  return {
    read(): Promise<SystemHealth> {
      if (!shared || shared.until < now()) shared = { answer: read(), until: Number.POSITIVE_INFINITY }
      return shared.answer
    },
  }
}

function worstOf(findings: readonly Finding[]): Finding['level'] {
  if (findings.some(({ level }) => level === 'bad')) return 'bad'
  return findings.some(({ level }) => level === 'warning') ? 'warning' : 'good'
}

function wireFinding({ part, level, says, todo = null }: Omit<Finding, 'todo'> & { todo?: string | null }) {
  return { part, level, says, todo, runbook: /docs\/runbooks\/([a-z-]+)\.md/.exec(todo ?? '')?.[1] ?? null }
}
