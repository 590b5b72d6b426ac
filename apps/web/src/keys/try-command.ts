/** A command that says what a key may be used for; every key may ask that. */
export function tryCommand(origin: string, key: string): string {
  return `curl --cacert watchpost-ca.pem -H 'API-KEY: ${key}' '${origin}/api/auth/me'`
}
