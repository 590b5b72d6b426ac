import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { digestFile } from '../contents/tree-digest.ts'

/** The file with the digests of everything that is published; its signature covers all of it. */
export const CHECKSUMS = 'SHA256SUMS'

const NOT_LISTED = new RegExp(`^${CHECKSUMS}`)

/** Writes the digests of the files in a folder, packages and SBOMs, in the format of sha256sum. Returns the names. */
export function writeChecksums(folder: string): string[] {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !NOT_LISTED.test(entry.name))
    .map(({ name }) => name)
    .toSorted()
  if (names.length === 0) throw new Error(`${folder} contains no file to publish`)
  const lines = names.map((name) => `${digestFile(join(folder, name))}  ${name}\n`)
  writeFileSync(join(folder, CHECKSUMS), lines.join(''))
  return names
}

/** The files of the list that are missing or differ. */
export function wrongFiles(folder: string): string[] {
  const lines = readFileSync(join(folder, CHECKSUMS), 'utf8').split('\n').filter(Boolean)
  return lines.flatMap((line) => {
    const [, sha256, name] = /^([0-9a-f]{64}) {2}([^/]+)$/.exec(line) ?? []
    if (!sha256 || !name || name !== basename(name)) return [line]
    return isSame(join(folder, name), sha256) ? [] : [name]
  })
}

function isSame(path: string, sha256: string): boolean {
  try {
    return digestFile(path) === sha256
  } catch {
    return false
  }
}
