/** A command that shows what a key may be used for; every key is allowed to do this. */
export function tryCommand(origin: string, key: string): string {
  return `curl --cacert watchpost-ca.pem -H 'API-KEY: ${key}' '${origin}/api/auth/me'`
}
