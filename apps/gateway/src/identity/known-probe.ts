/** A probe as identified by one of its certificates. */
export interface CertifiedProbe {
  id: number
  fqdn: string
  /** The certificate is neither ended nor expired. */
  isPaired: boolean
  /** The certificate was used before. */
  isUsed: boolean
  /** A newer certificate of the probe has replaced this one. */
  isSuperseded: boolean
  /** Remaining grace period for requests in flight; null while the certificate is not superseded. */
  graceMs: number | null
  paused: boolean
  /** Null: use the value of the setting. */
  eventsPerSecond: number | null
  /** SHA-256 of the certificate in DER. */
  fingerprint: Uint8Array
}

/** The authenticated sender of a request. */
export type KnownProbe = Omit<CertifiedProbe, 'isPaired'>
