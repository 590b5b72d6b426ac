/** The answer to a prefilled request that is not 2xx, and the reason. */
export interface PrefilledException {
  status: number
  code: string
  reason: string
}

/** Every other operation answers the prefilled request of the interactive documentation with 2xx. */
export const prefilledExceptions: Readonly<Record<string, PrefilledException>> = {
  login: {
    status: 401,
    code: 'wrong-credentials',
    reason: 'The password of an appliance is not in its documentation.',
  },
  beginSession: {
    status: 403,
    code: 'cross-site-request',
    reason: 'The documentation sends no X-Requested-With; it works with the token of a login.',
  },
  confirmSession: {
    status: 403,
    code: 'forbidden',
    reason: 'Only browser sessions are confirmed, and the documentation uses the token of a login.',
  },
  changePassword: { status: 403, code: 'wrong-password', reason: 'The current password is not the real one.' },
  replaceCertificate: {
    status: 422,
    code: 'certificate-unreadable',
    reason: 'It takes a certificate and key of your own; a private key in public examples would be used.',
  },
  readCluster: {
    status: 404,
    code: 'cluster-not-found',
    reason: 'A cluster is named by address and hour: the example is of an hour in the past.',
  },
  replaySyslogExport: {
    status: 422,
    code: 'export-replay-too-old',
    reason: 'The log reaches back for days, and the example is a fixed date.',
  },
}
