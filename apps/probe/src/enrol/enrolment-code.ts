/** What an administrator hands to the person who installs a sensor. */
export interface EnrolmentCode {
  /** Good once and for minutes: the right to enrol. */
  token: string
  /** SHA-256 of the public key of the appliance's authority: whom to believe. */
  pin: string
}

/** Takes a code apart; `unreadable` when it was not copied whole. */
export function readEnrolmentCode(text: string): EnrolmentCode | 'unreadable' {
  const [, token, pin] = /^([a-z2-7]{32})\.([0-9a-f]{64})$/.exec(text.trim()) ?? []
  return token && pin ? { token, pin } : 'unreadable'
}
