import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { KeyPair } from '@watchpost/pki'

export interface Wish {
  /** The base name of the files. */
  file: string
  /** The probe that it claims to be. */
  probe: number
  /** Negative for an expired certificate. */
  days?: number
  isAuthority?: boolean
  usage?: 'clientAuth' | 'serverAuth'
  /** The issuer; by default the appliance's CA. */
  issuer?: KeyPair
}

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']

/** Creates certificates of every kind that a gateway must not trust, and certificate requests, with OpenSSL. */
export function createMint(folder: string, authority: KeyPair) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = (file: string) => join(folder, file)
  const read = (file: string) => readFileSync(path(file), 'utf8')
  const openssl = (...args: string[]) =>
    execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })

  function request(file: string, commonName: string): string {
    openssl('req', ...newKey, '-keyout', `${file}.key`, '-out', `${file}.csr`, '-subj', `/CN=${commonName}`)
    return read(`${file}.csr`)
  }

  return {
    /** A certificate request; its key stays in `<file>.key`. */
    request,
    keyOf: (file: string) => read(`${file}.key`),
    /** An unknown CA. */
    stranger(): KeyPair {
      const usages = ['-addext', 'basicConstraints=critical,CA:TRUE', '-addext', 'keyUsage=critical,keyCertSign']
      const name = `/${new X509Certificate(authority.certPem).subject.replaceAll('\n', '/')}`
      openssl('req', '-x509', ...newKey, '-keyout', 'stranger.key', '-out', 'stranger.pem', '-subj', name, ...usages)
      return { certPem: read('stranger.pem'), keyPem: read('stranger.key') }
    },
    issue({ file, probe, days = 1, isAuthority = false, usage = 'clientAuth', issuer = authority }: Wish): KeyPair {
      request(file, `probe-${probe}.example.test`)
      writeFileSync(path('issuer.pem'), issuer.certPem)
      writeFileSync(path('issuer.key'), issuer.keyPem, { mode: 0o600 })
      writeFileSync(
        path('extensions'),
        [
          `basicConstraints=critical,CA:${isAuthority ? 'TRUE' : 'FALSE'}`,
          `keyUsage=critical,digitalSignature${isAuthority ? ',keyCertSign' : ''}`,
          `extendedKeyUsage=${usage}`,
          `subjectAltName=URI:spiffe://watchpost/probe/${probe}`,
          '',
        ].join('\n'),
      )
      const signed = ['-CA', 'issuer.pem', '-CAkey', 'issuer.key', '-CAcreateserial', '-extfile', 'extensions']
      openssl('x509', '-req', '-in', `${file}.csr`, ...signed, '-days', String(days), '-out', `${file}.pem`)
      return { certPem: read(`${file}.pem`), keyPem: read(`${file}.key`) }
    },
  }
}
export type Mint = ReturnType<typeof createMint>
