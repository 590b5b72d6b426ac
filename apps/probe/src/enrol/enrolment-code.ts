/** The code that an administrator gives to the person who installs a sensor. */
export interface EnrolmentCode {
  /** Valid once and for minutes: the right to enrol. */
  token: string
  /** SHA-256 of the public key of the appliance's CA. */
  pin: string
}

/** Parses a code; `unreadable` when it is incomplete or invalid. */
export function readEnrolmentCode(text: string): EnrolmentCode | 'unreadable' {
  const [, token, pin] = /^([a-z2-7]{32})\.([0-9a-f]{64})$/.exec(text.trim()) ?? []
  return token && pin ? { token, pin } : 'unreadable'
}
