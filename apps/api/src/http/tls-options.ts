import { readFileSync } from 'node:fs'
import type { ServerOptions } from 'node:https'
import type { TlsConfig } from '@watchpost/pki'

/** TLS 1.3, and of TLS 1.2 only what has forward secrecy and an authenticated cipher. */
const ciphers = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':')

/** What the public port serves TLS with. */
export function tlsOptions(config: TlsConfig): ServerOptions {
  return {
    cert: readFileSync(config.certFile),
    key: readFileSync(config.keyFile),
    minVersion: 'TLSv1.2',
    ciphers,
    honorCipherOrder: true,
  }
}
