export { createAuthority } from './authority.ts'
export {
  type CertificateFacts,
  derOf,
  expiryOf,
  factsOf,
  fingerprintOf,
  keyWarning,
  namesOf,
  pinOf,
  recordOf,
  spkiOf,
} from './certificate-facts.ts'
export {
  type CertificateUse,
  type IntakeReason,
  type IntakeRefusal,
  takeAuthorities,
  takeCertificate,
} from './certificate-intake.ts'
export type { KeyPair } from './certificate-request.ts'
export { enrolCommand, hashPairingToken, newPairingCode, PAIRING_MINUTES, type PairingCode } from './pairing-code.ts'
export { certifyProbe, issueProbeCertificate, probeUri } from './probe-certificate.ts'
export { isFresh, isServing, issueServerCertificate, SERVER_DAYS } from './server-certificate.ts'
export { readSigningRequest, type SigningRequest, type SigningRequestFault } from './signing-request.ts'
