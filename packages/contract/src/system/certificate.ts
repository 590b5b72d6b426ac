import { type Static, Type } from 'typebox'
import { commonFailures, failures } from '../problems/problem.ts'

/** The problems of a certificate, its chain and its key. */
export const certificateFailures = [
  'certificate-unreadable',
  'certificate-key-encrypted',
  'certificate-key-weak',
  'certificate-key-mismatch',
  'certificate-not-valid-now',
  'certificate-unusable',
  'certificate-chain-broken',
] as const

const instant = (description: string) =>
  Type.String({ description, examples: ['2027-11-14T09:12:33Z'], format: 'date-time' })

/** Warnings about an accepted but weak certificate. */
export const CertificateWarnings = Type.Array(Type.String(), {
  description: 'What an administrator should improve, for example a short RSA key. Empty when nothing is wrong.',
  examples: [[]],
})

export const Certificate = Type.Object({
  source: Type.Union([Type.Literal('appliance'), Type.Literal('administrator')], {
    description: "`appliance`: issued by the appliance's own authority. `administrator`: put in its place.",
  }),
  subject: Type.String({ examples: ['CN=watchpost.example.org'] }),
  names: Type.Array(Type.String(), {
    description: 'DNS names and addresses that the certificate speaks for.',
    examples: [['watchpost.example.org', '192.0.2.10']],
  }),
  issuer: Type.String({ examples: ['CN=Watchpost appliance'] }),
  serial: Type.String({ description: 'Hexadecimal.', examples: ['01a1b2c3d4e5f60718293a4b5c6d7e8f90'] }),
  fingerprint_sha256: Type.String({
    description: 'Of the certificate in DER, hexadecimal.',
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  }),
  key: Type.String({ description: 'Kind of its key.', examples: ['P-256'] }),
  not_before: instant('Valid from.'),
  not_after: instant('Valid until.'),
  chain: Type.Integer({ description: 'Certificates that are sent, the first one included.', examples: [1] }),
  warnings: CertificateWarnings,
})
export type Certificate = Static<typeof Certificate>

const maxPemBytes = 65_536

export const CertificateReplacement = Type.Object(
  {
    certificate_chain: Type.String({
      minLength: 1,
      maxLength: maxPemBytes,
      description:
        'PEM: the certificate, then each one that issued the one before it, 10 at the most. The root may be left out.',
      examples: ['-----BEGIN CERTIFICATE-----\nMIIB…\n-----END CERTIFICATE-----\n'],
    }),
    private_key: Type.String({
      minLength: 1,
      maxLength: maxPemBytes,
      description:
        'PEM, without a passphrase: RSA of 2048 to 8192 bits (3072 or more recommended), P-256, P-384 or Ed25519. It is never given back.',
      format: 'password',
      examples: ['-----BEGIN PRIVATE KEY-----\nMIGH…\n-----END PRIVATE KEY-----\n'],
    }),
  },
  {
    additionalProperties: false,
    examples: [
      {
        certificate_chain: '-----BEGIN CERTIFICATE-----\nMIIB…\n-----END CERTIFICATE-----\n',
        private_key: '-----BEGIN PRIVATE KEY-----\nMIGH…\n-----END PRIVATE KEY-----\n',
      },
    ],
  },
)
export type CertificateReplacement = Static<typeof CertificateReplacement>

export const readCertificate = {
  operationId: 'readCertificate',
  tags: ['System'],
  summary: 'Certificate of the API',
  description: 'What this API presents to its callers. The private key is never shown.',
  response: {
    200: { ...Certificate, description: 'The present certificate.' },
    ...failures(...commonFailures),
  },
}

export const replaceCertificate = {
  operationId: 'replaceCertificate',
  tags: ['System'],
  summary: 'Replace the certificate of the API',
  description:
    'Checks a certificate with its chain and private key and serves it from then on, at every copy of the API within 2 seconds and without a restart; connections that are open go on. Probes are not concerned: the gateway keeps the certificate of the appliance.',
  body: CertificateReplacement,
  response: {
    200: { ...Certificate, description: 'The certificate that is served from now on.' },
    ...failures(
      'invalid-request',
      ...certificateFailures,
      'payload-too-large',
      'unsupported-media-type',
      'confirmation-needed',
      ...commonFailures,
    ),
  },
}

export const restoreCertificate = {
  operationId: 'restoreCertificate',
  tags: ['System'],
  summary: "Return to the appliance's own certificate",
  description:
    "Removes what an administrator put in its place, with its key. From then on the API presents a certificate of the appliance's own authority again, within 2 seconds.",
  response: {
    204: Type.Null({ description: "The appliance's own certificate is served from now on, or was already." }),
    ...failures('confirmation-needed', ...commonFailures),
  },
}

export const readAuthority = {
  operationId: 'readAuthority',
  tags: ['System'],
  summary: "Certificate of the appliance's authority",
  description:
    'Clients that trust it can check the certificate of this appliance, and so do not have to switch checking off. PEM, or DER with `Accept: application/pkix-cert`. Fetched over a connection that is not checked yet, it should be compared with the fingerprint that an administrator reads at the appliance (`watchpost certificate`).',
  security: [],
  response: {
    200: {
      description: "The authority's certificate.",
      content: {
        'application/x-pem-file': {
          schema: Type.Unsafe<string | Uint8Array>({ type: 'string', examples: ['-----BEGIN CERTIFICATE-----\n…'] }),
        },
        'application/pkix-cert': { schema: Type.Unsafe<string | Uint8Array>({ type: 'string', format: 'binary' }) },
      },
    },
    ...failures('store-unavailable', 'internal'),
  },
}
