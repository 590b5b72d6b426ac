import { Type, type Static } from 'typebox'

/** Where the appliance's own certificates lie. The same for API and gateway. */
export const TlsConfig = Type.Object({
  caFile: Type.String({
    env: 'TLS_CA_FILE',
    description: 'Certificate (PEM) of the authority that signs server and probe certificates.',
  }),
  certFile: Type.String({ env: 'TLS_CERT_FILE', description: 'Certificate (PEM) that API and gateway serve.' }),
  keyFile: Type.String({ env: 'TLS_KEY_FILE', description: 'Private key (PEM) of that certificate.' }),
})
export type TlsConfig = Static<typeof TlsConfig>
