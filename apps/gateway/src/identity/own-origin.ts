import type { AuditOrigin } from '@watchpost/store'

/** Origin of audit entries that the gateway writes on its own behalf. */
export const byItself: AuditOrigin = {
  accountId: null,
  username: 'gateway',
  via: 'appliance',
  credentialPrefix: null,
  address: '',
  requestId: '',
}
