import type { AuditOrigin } from '@watchpost/store'

/** Of what the gateway enters in the audit by itself. */
export const byItself: AuditOrigin = {
  accountId: null,
  username: 'gateway',
  via: 'appliance',
  credentialPrefix: null,
  address: '',
  requestId: '',
}
