import {
  AppError,
  type ProblemItem,
  storedSyslogParts,
  type StoredSyslogGeneral,
  type SyslogCertificateChange,
  type SyslogFilters,
  type SyslogFiltersChange,
  type SyslogGeneralChange,
  syslogProtocolAliases,
} from '@watchpost/contract'
import { readAddress, readNetwork } from '@watchpost/egress'
import { expiryOf, fingerprintOf, type IntakeRefusal, takeAuthorities, takeCertificate } from '@watchpost/pki'
import type { NewExportCertificate } from '@watchpost/store'
import { intakeProblems } from '../certificate/intake-problems.ts'

/** A probe that a filter can name. */
export interface NamedProbe {
  id: number
  fqdn: string
}

/** Rejects a body whose id differs from the id in the URL. `at` is the pointer to the part in the body. */
export function assertSameId(pathId: number, { id }: { id?: number }, at = '#'): void {
  if (id === undefined || id === pathId) return
  const errors = [{ pointer: `${at}/id`, detail: `The address names export ${pathId}.` }]
  throw new AppError('invalid-request', 'The body names another export than the address.', { errors })
}

/** The general part as it is stored. The egress guard checks the target. */
export function generalFrom(body: SyslogGeneralChange): StoredSyslogGeneral {
  const { id: _, ...given } = body
  return storedSyslogParts.general(given)
}

/**
 * The filters as they are stored: IP addresses in canonical form, probes by id and name, protocols by their own names.
 */
export function filtersFrom(
  { ips = [], probes = [], protocols = [], event_types = [], min_risk = null }: SyslogFiltersChange,
  known: readonly NamedProbe[],
  at = '#',
): SyslogFilters {
  const errors: ProblemItem[] = []
  const networks = ips.flatMap((text, index) => {
    const spelled = spell(text)
    if (spelled === undefined) {
      errors.push({ pointer: `${at}/ips/${index}`, detail: 'Must be an IP address or CIDR network.' })
    }
    return spelled ?? []
  })
  const chosen = probes.flatMap((wanted, index) => {
    const probe = known.find(({ id, fqdn }) =>
      typeof wanted === 'number' ? id === wanted : fqdn.toLowerCase() === wanted.toLowerCase(),
    )
    if (!probe) errors.push({ pointer: `${at}/probes/${index}`, detail: 'No probe has this number or name.' })
    return probe ?? []
  })
  if (errors.length > 0) throw new AppError('invalid-request', undefined, { errors })
  return storedSyslogParts.filters({
    ips: [...new Set(networks)],
    probes: [...new Map(chosen.map(({ id, fqdn }) => [id, { id, fqdn }])).values()],
    protocols: [...new Set(protocols.map((name) => syslogProtocolAliases[name] ?? name))],
    event_types,
    min_risk,
  })
}

function spell(text: string): string | undefined {
  const address = readAddress(text)
  if (address) return address.toString()
  const network = readNetwork(text)
  return network && `${network.base.toString()}/${network.length}`
}

/** The certificate part as it is stored, after checks: key and certificate match, dates and key strength are good. */
export function certificateFrom(
  { cert, cert_key, ca, server_name, verify = true }: SyslogCertificateChange,
  at = '#',
): NewExportCertificate {
  if ((cert === undefined) !== (cert_key === undefined)) {
    const missing = cert === undefined ? 'cert' : 'cert_key'
    const errors = [{ pointer: `${at}/${missing}`, detail: 'A certificate and its private key are given together.' }]
    throw new AppError('invalid-request', undefined, { errors })
  }
  const pair =
    cert !== undefined && cert_key !== undefined ? takeCertificate(cert, cert_key, new Date(), 'client') : null
  if (pair && 'refused' in pair) throw refusal(pair, pair.at === 'key' ? `${at}/cert_key` : `${at}/cert`)
  const authorities = ca === undefined ? null : takeAuthorities(ca)
  if (authorities && 'refused' in authorities) throw refusal(authorities, `${at}/ca`)
  return {
    chainPem: pair?.certPem ?? null,
    keyPem: pair?.keyPem ?? null,
    fingerprint: pair ? fingerprintOf(pair.certPem).toString('hex') : null,
    notAfter: pair ? expiryOf(pair.certPem) : null,
    caPem: authorities?.pem ?? null,
    serverName: server_name ?? null,
    isVerified: verify,
  }
}

function refusal({ refused, detail }: IntakeRefusal, pointer: string): AppError {
  return new AppError(intakeProblems[refused], undefined, { errors: [{ pointer, detail }] })
}
