import { type RawBuilder, sql } from 'kysely'

/** How long a certificate may finish open work after a newer one was first used. */
export const SUPERSEDED_GRACE_SECONDS = 30
const grace = sql`make_interval(secs => ${SUPERSEDED_GRACE_SECONDS})`

/** The state of a certificate. Only the first two, and the third for 30 s, can open a connection. */
export type CertificateState = 'unused' | 'in-use' | 'superseded' | 'replaced' | 'revoked' | 'expired'

/** Whether the certificate of this row can open a connection. */
export function isLive(now: RawBuilder<Date>): RawBuilder<boolean> {
  return sql<boolean>`(
    probe_certificate.revoked_at is null and probe_certificate.not_after > ${now}
    and (probe_certificate.superseded_at is null or probe_certificate.superseded_at + ${grace} > ${now})
  )`
}

/** Ended by a newer certificate, not by an administrator. */
export const isSuperseded = sql<boolean>`(
  probe_certificate.superseded_at is not null
  and (probe_certificate.revoked_at is null or probe_certificate.revoked_at = probe_certificate.superseded_at)
)`

/** How many milliseconds a superseded certificate remains valid; null if it is not superseded. */
export function graceMs(now: RawBuilder<Date>): RawBuilder<number | null> {
  return sql<number | null>`
    (extract(epoch from probe_certificate.superseded_at + ${grace} - ${now}) * 1000)::float8
  `
}

export function stateOf(now: RawBuilder<Date>): RawBuilder<CertificateState> {
  return sql<CertificateState>`
    case
      when probe_certificate.revoked_at = probe_certificate.superseded_at then 'replaced'
      when probe_certificate.revoked_at is not null then 'revoked'
      when probe_certificate.superseded_at is not null then 'superseded'
      when probe_certificate.not_after <= ${now} then 'expired'
      when probe_certificate.first_used_at is null then 'unused'
      else 'in-use'
    end
  `
}
