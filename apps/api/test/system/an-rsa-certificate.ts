import { execFileSync } from 'node:child_process'

/**
 * A self-signed certificate with an RSA key, as a company's authority would issue. The appliance itself issues none.
 */
export function anRsaCertificate(bits: number): { certPem: string; keyPem: string } {
  const names = ['-subj', '/CN=soc.example.org', '-addext', 'subjectAltName=DNS:soc.example.org']
  const args = ['req', '-x509', '-newkey', `rsa:${bits}`, '-nodes', '-keyout', '-', '-days', '30', ...names]
  const text = execFileSync('openssl', args, { stdio: ['ignore', 'pipe', 'ignore'] }).toString()
  const block = (label: string) =>
    new RegExp(`-----BEGIN ${label}-----[^-]+-----END ${label}-----\n`).exec(text)?.[0] ?? ''
  return { certPem: block('CERTIFICATE'), keyPem: block('PRIVATE KEY') }
}
