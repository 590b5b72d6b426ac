import type { ApiClient } from '../harness/api-client.ts'

export interface Enrolment {
  code: string
  expires_at: string
}

export interface LedgerTotals {
  received: number
  indexed: number
  dead_lettered: number
  expired: number
  waiting: number
  missing: number
  abandoned: number
}

export interface Ledger {
  totals: LedgerTotals
  streams: Array<{ stream: string; next_sequence: number }>
}

/** The part of the API's probe that the proof uses. */
export interface ProbeView {
  id: number
  fqdn: string
  is_paired: boolean
  certificate: { fingerprint_sha256: string; not_after: string } | null
  certificates: Array<{ fingerprint_sha256: string; state: string; first_used_at: string | null }>
  clone_alarms: Array<{ reason: string; networks: string[] }>
  last_seen_at: string | null
  health: { capture: { packets: number; dropped: number } | null; memory_bytes: number } | null
}

/** Creates, pairs and revokes probes, and reads their ledgers, through the API. */
export function createProbeClient({ must }: ApiClient) {
  return {
    create: (fqdn: string, more: { events_per_second?: number } = {}) =>
      must<ProbeView & { enrolment: Enrolment }>('POST', '/api/probes', { fqdn, ...more }),
    list: () => must<ProbeView[]>('GET', '/api/probes'),
    find: (id: number) => must<ProbeView>('GET', `/api/probes/${id}`),
    pair: (id: number) => must<Enrolment>('POST', `/api/probes/${id}/pairing`, {}),
    revoke: (id: number) => must<unknown>('DELETE', `/api/probes/${id}/pairing`),
    limit: (id: number, perSecond: number) =>
      must<ProbeView>('PATCH', `/api/probes/${id}`, { events_per_second: perSecond }),
    ledger: (id: number) => must<Ledger>('GET', `/api/probes/${id}/ledger`),
  }
}
export type ProbeClient = ReturnType<typeof createProbeClient>
