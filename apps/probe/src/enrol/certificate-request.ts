import { generateKeyPairSync, sign } from 'node:crypto'

/** A new private key and the request to certify it, both PEM. The key never leaves this machine. */
export interface CertificateRequest {
  keyPem: string
  csrPem: string
}

const SEQUENCE = 0x30
const INTEGER = 0x02
const BIT_STRING = 0x03
const ATTRIBUTES = 0xa0
/** 1.2.840.10045.4.3.2 */
const ECDSA_WITH_SHA256 = Buffer.from('06082a8648ce3d040302', 'hex')

/**
 * A certificate request (PKCS #10) for a new P-256 key. It has no subject: the signer decides that. Encoded by hand,
 * since Node cannot create requests and a library for it is larger than the rest of the agent.
 */
export function createCertificateRequest(): CertificateRequest {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const info = der(SEQUENCE, der(INTEGER, Buffer.of(0)), der(SEQUENCE), spki, der(ATTRIBUTES))
  const signature = der(BIT_STRING, Buffer.of(0), sign('sha256', info, privateKey))
  const csr = der(SEQUENCE, info, der(SEQUENCE, ECDSA_WITH_SHA256), signature)
  const base64 = csr.toString('base64').replaceAll(/.{64}(?=.)/g, '$&\n')
  return {
    keyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    csrPem: `-----BEGIN CERTIFICATE REQUEST-----\n${base64}\n-----END CERTIFICATE REQUEST-----\n`,
  }
}

/** Tag, length and content in DER; all content here is shorter than 64 KiB. */
function der(tag: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content)
  const { length } = body
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.of(tag, ...size), body])
}
