import {
  certifyProbe,
  expiryOf,
  fingerprintOf,
  hashPairingToken,
  type KeyPair,
  readSigningRequest,
  type SigningRequest,
  type SigningRequestFault,
  spkiOf,
} from '@watchpost/pki'
import type { AuditOrigin, EnrollingProbe, NewProbeCertificate, ShownCode } from '@watchpost/store'
import type { KnownProbe } from '../identity/known-probe.ts'
import { Refusal } from '../refusal.ts'

export interface EnrolmentPorts {
  /** Each implementation writes its own audit entry. */
  enrolments: {
    findByCode(shown: ShownCode): Promise<EnrollingProbe | 'refused'>
    take(shown: ShownCode, certificate: NewProbeCertificate, origin: AuditOrigin): Promise<'taken' | 'refused'>
    renew(present: Uint8Array, certificate: NewProbeCertificate, origin: AuditOrigin): Promise<'renewed' | 'refused'>
  }
  /** Includes the private key. It is read for each certificate and never kept in memory. */
  readAuthority(): Promise<KeyPair>
  /** Validity of an issued certificate. */
  certificateMinutes: number
  issued(occasion: 'enrol' | 'renew'): void
}

/** Origin of a request, for the audit. */
export interface Whence {
  address: string
  requestId: string
}

/** Response body of an enrolment or a renewal. */
export interface Enrolled {
  probe: { id: number; fqdn: string }
  certificate: string
  authority: string
  not_after: string
}

export type EnrolmentService = ReturnType<typeof createEnrolmentService>

const token = /^[a-z2-7]{32}$/

/** Issues probe certificates: the first one in exchange for a code, each later one in exchange for the previous one. */
export function createEnrolmentService(ports: EnrolmentPorts) {
  const { enrolments, readAuthority, certificateMinutes, issued } = ports

  async function certify(probe: EnrollingProbe, request: SigningRequest) {
    const authority = await readAuthority()
    const certPem = await certifyProbe(authority, request, {
      probeId: probe.id,
      fqdn: probe.fqdn,
      minutes: certificateMinutes,
    })
    const notAfter = expiryOf(certPem)
    const answer: Enrolled = {
      probe: { id: probe.id, fqdn: probe.fqdn },
      certificate: certPem,
      authority: authority.certPem,
      not_after: notAfter.toISOString(),
    }
    return { answer, entered: { fingerprint: fingerprintOf(certPem), notAfter } }
  }

  return {
    async enrol(wanted: { code: string; csr: string }, whence: Whence): Promise<Enrolled> {
      if (!token.test(wanted.code)) throw codeRefused()
      const shown = { codeHash: hashPairingToken(wanted.code), address: whence.address }
      // Check the code first: a caller without a valid code costs one query and no cryptography.
      const probe = await enrolments.findByCode(shown)
      if (probe === 'refused') throw codeRefused()
      const { answer, entered } = await certify(probe, await read(wanted.csr))
      if ((await enrolments.take(shown, entered, originOf(probe, whence))) === 'refused') throw codeRefused()
      issued('enrol')
      return answer
    },

    /** `presentCertificate` is the certificate of the connection, in DER. */
    async renew(probe: KnownProbe, presentCertificate: Buffer, csr: string, whence: Whence): Promise<Enrolled> {
      const request = await read(csr)
      if (request.spki.equals(spkiOf(presentCertificate))) {
        throw new Refusal('csr-invalid', 'A renewed certificate needs a new key.')
      }
      const { answer, entered } = await certify(probe, request)
      const outcome = await enrolments.renew(probe.fingerprint, entered, originOf(probe, whence))
      if (outcome === 'refused') throw new Refusal('probe-unpaired', 'Pair the probe again.')
      issued('renew')
      return answer
    },
  }
}

const faults: Record<SigningRequestFault, string> = {
  unreadable: 'The signing request is not one PKCS#10 request in PEM.',
  'key-not-p256': 'The key of a probe is P-256.',
  'not-proven': 'The signing request is not signed by its own key.',
}

async function read(csr: string): Promise<SigningRequest> {
  const request = await readSigningRequest(csr)
  if (typeof request === 'string') throw new Refusal('csr-invalid', faults[request])
  return request
}

/** The same answer for every reason, so that guessing codes reveals nothing. */
function codeRefused(): Refusal {
  return new Refusal('enrolment-code-refused', 'The code is unknown, was used, has ended, or is not for this address.')
}

/** Audit origin of an action that a probe takes itself. */
export function originOf({ id }: { id: number }, { address, requestId }: Whence): AuditOrigin {
  return { accountId: null, username: `probe/${id}`, via: 'appliance', credentialPrefix: null, address, requestId }
}
