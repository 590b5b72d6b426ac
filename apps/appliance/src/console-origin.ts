import { hostname, userInfo } from 'node:os'
import type { AuditOrigin } from '@watchpost/store'

/** Who changes something by a command at the appliance itself, for the audit. */
export function consoleOrigin(): AuditOrigin {
  return {
    accountId: null,
    username: userInfo().username,
    via: 'console',
    credentialPrefix: null,
    address: hostname(),
    requestId: '',
  }
}
