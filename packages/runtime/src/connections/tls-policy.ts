import { constants } from 'node:crypto'
import type { SecureContextOptions } from 'node:tls'

/**
 * The TLS versions and ciphers of both public ports: TLS 1.3, and of TLS 1.2 only forward secrecy with an authenticated
 * cipher (no CBC, no ARIA). Clients cannot renegotiate: it costs the server ten times what it costs them.
 */
export const tlsPolicy = {
  minVersion: 'TLSv1.2',
  ciphers: [
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    'TLS_AES_128_GCM_SHA256',
    'ECDHE-ECDSA-AES128-GCM-SHA256',
    'ECDHE-RSA-AES128-GCM-SHA256',
    'ECDHE-ECDSA-AES256-GCM-SHA384',
    'ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-CHACHA20-POLY1305',
    'ECDHE-RSA-CHACHA20-POLY1305',
  ].join(':'),
  honorCipherOrder: true,
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
} as const satisfies SecureContextOptions
