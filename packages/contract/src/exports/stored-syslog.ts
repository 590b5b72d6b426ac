import type { MessageOptions, SyslogTarget } from '@watchpost/syslog'
import { firstSeverityMap } from '@watchpost/syslog/priority'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { SyslogFilters, SyslogGeneral } from './syslog-export.ts'

/** The general part as it is stored: the transport only when someone said it. */
const StoredSyslogGeneral = Type.Object({
  ...SyslogGeneral.properties,
  transport: Type.Optional(SyslogGeneral.properties.transport),
})
export type StoredSyslogGeneral = Static<typeof StoredSyslogGeneral>

/** How stored parts of an export are read; what an older release did not store has its first value. */
export const storedSyslogParts = {
  general: (value: unknown): StoredSyslogGeneral =>
    Value.Parse(StoredSyslogGeneral, {
      enabled: true,
      facility: 'local0',
      severities: firstSeverityMap,
      max_message_bytes: 65_536,
      ...(value as object),
    }),
  filters: (value: unknown): SyslogFilters =>
    Value.Parse(SyslogFilters, {
      ips: [],
      probes: [],
      protocols: [],
      event_types: [],
      min_risk: null,
      ...(value as object),
    }),
  nameAudit: ({ event_types }: SyslogFilters): boolean => event_types.includes('audit'),
}

/** By what an export is sent: what was said, or TLS once a certificate part is set. */
export function syslogTransport(
  { transport }: Pick<StoredSyslogGeneral, 'transport'>,
  certificate: unknown,
): 'tcp' | 'tls' {
  return transport ?? (certificate ? 'tls' : 'tcp')
}

/** What the certificate part of an export says of a connection. */
interface StoredSyslogCertificate {
  caPem: string | null
  chainPem: string | null
  serverName: string | null
  isVerified: boolean
}

/** Where an export leads, and how. `key` is its private key in PEM, if it has one. */
export function syslogTarget(
  general: StoredSyslogGeneral,
  certificate: StoredSyslogCertificate | null,
  key: string | undefined,
): SyslogTarget {
  return {
    host: general.hostname,
    port: general.port,
    tls:
      syslogTransport(general, certificate) === 'tls'
        ? {
            ca: certificate?.caPem ?? undefined,
            cert: certificate?.chainPem ?? undefined,
            key,
            serverName: certificate?.serverName ?? undefined,
            isVerified: certificate?.isVerified ?? true,
          }
        : undefined,
  }
}

/** How the messages of an export are written. */
export function syslogMessageOptions(general: StoredSyslogGeneral): MessageOptions {
  const { facility, severities, max_message_bytes: maxMessageBytes } = general
  return { facility, severities, maxMessageBytes }
}
