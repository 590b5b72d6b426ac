import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const openssl = (folder: string, ...args: string[]) =>
  execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] }).toString()
const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']

/** A CA with certificates for a receiver and a sender, and one that expires within seconds; made with OpenSSL. */
export function makeCertificates(folder: string) {
  mkdirSync(folder, { recursive: true })
  authority('ca', 'Log authority')
  leaf('server', 'logserver.test')
  leaf('client', 'sensor1.test')
  mkdirSync(join(folder, 'cadir'), { recursive: true })
  cpSync(join(folder, 'ca.crt'), join(folder, 'cadir/ca.crt'))
  const name = openssl(folder, 'x509', '-noout', '-hash', '-in', 'ca.crt').trim()
  symlinkSync('ca.crt', join(folder, `cadir/${name}.0`))

  function authority(file: string, commonName: string): void {
    const request = ['req', '-x509', ...curve, '-keyout', `${file}.key`, '-out', `${file}.crt`, '-days', '30']
    const usages = ['-addext', 'basicConstraints=critical,CA:TRUE', '-addext', 'keyUsage=critical,keyCertSign,cRLSign']
    openssl(folder, ...request, '-subj', `/CN=${commonName}`, ...usages)
  }

  /** `days` may be negative for an expired certificate. */
  function leaf(file: string, commonName: string, days = 30): void {
    const extensions = `subjectAltName=DNS:${commonName},DNS:localhost,IP:127.0.0.1\nextendedKeyUsage=serverAuth,clientAuth\nkeyUsage=critical,digitalSignature\n`
    writeFileSync(join(folder, 'leaf.ext'), extensions)
    openssl(folder, 'req', ...curve, '-keyout', `${file}.key`, '-out', `${file}.csr`, '-subj', `/CN=${commonName}`)
    const issued = ['x509', '-req', '-in', `${file}.csr`, '-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial']
    openssl(folder, ...issued, '-days', String(days), '-out', `${file}.crt`, '-extfile', 'leaf.ext')
  }

  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  return {
    folder,
    client: { cert: read('client.crt'), key: read('client.key') },
    ca: read('ca.crt'),
    /** Replaces the receiver's certificate with an expired one, or restores the valid one. */
    replaceServer: (isExpired: boolean) => leaf('server', 'logserver.test', isExpired ? -1 : 30),
  }
}
export type ProofCertificates = ReturnType<typeof makeCertificates>
