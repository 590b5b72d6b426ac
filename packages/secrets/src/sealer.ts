import { open, type Place, rewrap, seal, type Sealed } from './envelope.ts'
import { readKeyFile } from './key-file.ts'
import { KeyFileError } from './key-file-error.ts'
import { keyProblem, type RegisteredKey } from './key-problem.ts'
import { fingerprintOf, keyOf, newestOf } from './key-ring.ts'

export type Sealer = ReturnType<typeof createSealer>

/**
 * Seals and opens with the keys of a file. Reads the file again when it meets an unknown version, so that a service
 * continues through a rotation without a restart.
 */
export function createSealer(keyFile: string) {
  let ring = readKeyFile(keyFile)

  function reload(): void {
    ring = readKeyFile(keyFile)
  }

  function knowing({ kekVersion }: Sealed): typeof ring {
    if (!keyOf(ring, kekVersion)) reload()
    return ring
  }

  const keys = () => ring.keys.map(({ version, key }) => ({ version, fingerprint: fingerprintOf(key) }))

  return {
    reload,
    /** Throws, with a message for the operator, if the file is not the one that sealed this store. */
    assertFits(registered: readonly RegisteredKey[]): void {
      const problem = keyProblem(keyFile, keys(), registered)
      if (problem) throw new KeyFileError(problem)
    },
    /** The version that seals new secrets. */
    newestVersion: () => newestOf(ring).version,
    /** Every key of the file, by fingerprint. */
    keys,
    seal: (place: Place, plaintext: Uint8Array): Sealed => seal(ring, place, plaintext),
    open: (place: Place, sealed: Sealed): Buffer => open(knowing(sealed), place, sealed),
    rewrap: (place: Place, sealed: Sealed): Sealed => rewrap(knowing(sealed), place, sealed),
  }
}
