/** A probe as one of its certificates names it. */
export interface CertifiedProbe {
  id: number
  fqdn: string
  /** The certificate is neither revoked nor expired. */
  isPaired: boolean
  paused: boolean
  /** Null: as many as the setting says. */
  eventsPerSecond: number | null
  /** SHA-256 of the certificate in DER. */
  fingerprint: Uint8Array
}

/** Who sends a request, beyond doubt. */
export type KnownProbe = Omit<CertifiedProbe, 'isPaired'>
