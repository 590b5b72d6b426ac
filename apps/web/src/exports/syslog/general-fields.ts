import type { SyslogExport, SyslogGeneral, SyslogGeneralChange } from '@watchpost/contract'
import { numberIn } from '../../kit/controls/number-in.ts'

export type Facility = SyslogGeneral['facility']
export type Body = SyslogGeneral['body']
export type Severity = SyslogGeneral['severities']['other']
export type Level = keyof SyslogGeneral['severities']
export type TransportChoice = SyslogGeneral['transport'] | 'auto'

/** The fields of the general form. */
export interface GeneralFields {
  hostname: string
  port: string
  enabled: boolean
  transport: TransportChoice
  facility: Facility
  body: Body
  severities: Readonly<Record<Level, Severity>>
  maxBytes: string
}

/**
 * The initial values of the form. The API returns the effective transport. If that is the default for the certificate,
 * the field stays on automatic, so that adding a certificate still turns TLS on.
 */
export function fieldsOf({ general, certificate }: Pick<SyslogExport, 'general' | 'certificate'>): GeneralFields {
  const resulting = certificate ? 'tls' : 'tcp'
  return {
    hostname: general.hostname,
    port: String(general.port),
    enabled: general.enabled,
    transport: general.transport === resulting ? 'auto' : general.transport,
    facility: general.facility,
    body: general.body,
    severities: general.severities,
    maxBytes: String(general.max_message_bytes),
  }
}

/** The request body. */
export function generalOf(fields: GeneralFields): SyslogGeneralChange {
  const { hostname, port, enabled, transport, facility, body, severities, maxBytes } = fields
  return {
    hostname: hostname.trim(),
    port: numberIn(port),
    enabled,
    ...(transport !== 'auto' && { transport }),
    facility,
    body,
    severities: { ...severities },
    ...(maxBytes.trim() && { max_message_bytes: numberIn(maxBytes) }),
  }
}

/** The lowest number that no export uses. */
export function nextNumber(exports: readonly Pick<SyslogExport, 'id'>[]): number {
  const taken = new Set(exports.map(({ id }) => id))
  let number = 1
  while (taken.has(number)) number += 1
  return number
}
