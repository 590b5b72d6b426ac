import type { MessageOptions, SyslogTarget } from '@watchpost/syslog'
import { firstSeverityMap } from '@watchpost/syslog/priority'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { SyslogFilters, SyslogGeneral } from './syslog-export.ts'

/** The general part as it is stored: with the transport only if it was set. */
const StoredSyslogGeneral = Type.Object({
  ...SyslogGeneral.properties,
  transport: Type.Optional(SyslogGeneral.properties.transport),
})
export type StoredSyslogGeneral = Static<typeof StoredSyslogGeneral>

/** Schemas of the stored parts of an export; values that an older release did not store get their defaults. */
export const storedSyslogParts = {
  general: (value: unknown): StoredSyslogGeneral =>
    Value.Parse(StoredSyslogGeneral, {
      enabled: true,
      facility: 'local0',
      body: 'json',
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

/** The transport of an export: as set, or TLS if there is a certificate part. */
export function syslogTransport(
  { transport }: Pick<StoredSyslogGeneral, 'transport'>,
  certificate: unknown,
): 'tcp' | 'tls' {
  return transport ?? (certificate ? 'tls' : 'tcp')
}

/** The connection settings of the certificate part. */
interface StoredSyslogCertificate {
  caPem: string | null
  chainPem: string | null
  serverName: string | null
  isVerified: boolean
}

/** The target of an export. `key` is its private key in PEM, if it has one. */
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

/** The message format of an export. */
export function syslogMessageOptions(general: StoredSyslogGeneral): MessageOptions {
  const { facility, body, severities, max_message_bytes: maxMessageBytes } = general
  return { facility, body, severities, maxMessageBytes }
}
