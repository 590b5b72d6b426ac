interface KnownKey {
  version: number
  fingerprint: Buffer
}

/** A key as the store knows it, with the number of secrets that it seals. */
export interface RegisteredKey extends KnownKey {
  secrets: number
}

/** Why the key file does not match this database, with what to do; undefined if it does. */
export function keyProblem(
  path: string,
  inFile: readonly KnownKey[],
  inStore: readonly RegisteredKey[],
): string | undefined {
  const known = new Map(inFile.map(({ version, fingerprint }) => [version, fingerprint]))
  const other = inStore.find(({ version, fingerprint }) => known.get(version)?.equals(fingerprint) === false)
  if (other) {
    return `${path} is the key file of another appliance: its version ${other.version} is not the key that sealed this database. Put back the right file, or the copy of it, or the file of the first host; a new one cannot open what the old one sealed.`
  }
  const missing = inStore
    .filter(({ version, secrets }) => secrets > 0 && !known.has(version))
    .map(({ version }) => version)
  if (missing.length === 0) return undefined
  const has = inFile.map(({ version }) => version).join(', ')
  return `${path} lacks version ${missing.join(', ')} of the sealing keys, which secrets in this database need (it has ${has}). If the keys were rotated on another host, copy its key file here; if the database was restored from a backup, put back the key file of that time.`
}
