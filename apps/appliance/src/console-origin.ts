import { hostname, userInfo } from 'node:os'
import type { AuditOrigin } from '@watchpost/store'

/** Audit origin of changes made by a command on the appliance itself. */
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
