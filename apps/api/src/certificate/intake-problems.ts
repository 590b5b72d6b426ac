import type { ProblemCode } from '@watchpost/contract'
import type { IntakeReason } from '@watchpost/pki'

/** The problem code for each reason why a certificate is rejected. */
export const intakeProblems: Record<IntakeReason, ProblemCode> = {
  unreadable: 'certificate-unreadable',
  'key-encrypted': 'certificate-key-encrypted',
  'key-weak': 'certificate-key-weak',
  'key-mismatch': 'certificate-key-mismatch',
  'not-valid-now': 'certificate-not-valid-now',
  unusable: 'certificate-unusable',
  'chain-broken': 'certificate-chain-broken',
}
