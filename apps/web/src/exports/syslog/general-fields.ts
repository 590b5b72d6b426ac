import type { SyslogExport, SyslogGeneral, SyslogGeneralChange } from '@watchpost/contract'
import { numberIn } from '../../kit/controls/number-in.ts'

export type Facility = SyslogGeneral['facility']
export type Severity = SyslogGeneral['severities']['other']
export type Level = keyof SyslogGeneral['severities']
export type TransportChoice = SyslogGeneral['transport'] | 'auto'

/** What is written in the form of the general part. */
export interface GeneralFields {
  hostname: string
  port: string
  enabled: boolean
  transport: TransportChoice
  facility: Facility
  severities: Readonly<Record<Level, Severity>>
  maxBytes: string
}

/**
 * The form of a part that is set. What the API tells is the transport that results; where that is what the certificate
 * alone would make of it, the choice is left to the certificate, so that setting one still turns TLS on.
 */
export function fieldsOf({ general, certificate }: Pick<SyslogExport, 'general' | 'certificate'>): GeneralFields {
  const resulting = certificate ? 'tls' : 'tcp'
  return {
    hostname: general.hostname,
    port: String(general.port),
    enabled: general.enabled,
    transport: general.transport === resulting ? 'auto' : general.transport,
    facility: general.facility,
    severities: general.severities,
    maxBytes: String(general.max_message_bytes),
  }
}

/** What is sent for it. */
export function generalOf(fields: GeneralFields): SyslogGeneralChange {
  const { hostname, port, enabled, transport, facility, severities, maxBytes } = fields
  return {
    hostname: hostname.trim(),
    port: numberIn(port),
    enabled,
    ...(transport !== 'auto' && { transport }),
    facility,
    severities: { ...severities },
    ...(maxBytes.trim() && { max_message_bytes: numberIn(maxBytes) }),
  }
}

/** The least number that no export has. */
export function nextNumber(exports: readonly Pick<SyslogExport, 'id'>[]): number {
  const taken = new Set(exports.map(({ id }) => id))
  let number = 1
  while (taken.has(number)) number += 1
  return number
}
