/** A probe as one of its certificates names it. */
export interface CertifiedProbe {
  id: number
  fqdn: string
  /** The certificate is neither ended nor expired. */
  isPaired: boolean
  /** The certificate was used before. */
  isUsed: boolean
  /** A newer certificate of the probe has ended this one. */
  isSuperseded: boolean
  /** For how long it may still finish what it began; null while it is not superseded. */
  graceMs: number | null
  paused: boolean
  /** Null: as many as the setting says. */
  eventsPerSecond: number | null
  /** SHA-256 of the certificate in DER. */
  fingerprint: Uint8Array
}

/** Who sends a request, beyond doubt. */
export type KnownProbe = Omit<CertifiedProbe, 'isPaired'>
