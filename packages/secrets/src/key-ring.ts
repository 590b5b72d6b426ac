import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { KeyFileError } from './key-file-error.ts'

/** The keys that wrap the keys of records, by version. Several during a rotation. */
export interface KeyRing {
  /** Ascending. New records are sealed with the last one. */
  readonly keys: readonly RingKey[]
}

export interface RingKey {
  readonly version: number
  readonly madeAt: string
  /** A KeyObject never prints its value. */
  readonly key: KeyObject
}

const KEY_BYTES = 32
const WHAT =
  'Sealing keys of a Watchpost appliance. Anyone who has this file and the database can read every secret in it; without this file no one can. Keep a copy apart from the backups of the database.'

const FileContent = Type.Object(
  {
    what: Type.String(),
    keys: Type.Array(
      Type.Object(
        {
          version: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
          made_at: Type.String(),
          key: Type.String({ pattern: '^[A-Za-z0-9+/]{43}=$' }),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 100 },
    ),
  },
  { additionalProperties: false },
)

/** The ring of a new appliance: one random key. */
export function firstKeyRing(now = new Date()): KeyRing {
  return { keys: [randomKey(1, now)] }
}

/** The same keys and a new one, which seals from then on. */
export function withNewKey(ring: KeyRing, now = new Date()): KeyRing {
  return { keys: [...ring.keys, randomKey(newestOf(ring).version + 1, now)] }
}

/** The ring without keys that are no longer needed; never without the newest. */
export function withoutKeys(ring: KeyRing, versions: ReadonlySet<number>): KeyRing {
  const newest = newestOf(ring)
  return { keys: ring.keys.filter((each) => each === newest || !versions.has(each.version)) }
}

export function newestOf({ keys }: KeyRing): RingKey {
  const newest = keys.at(-1)
  if (!newest) throw new Error('a key ring without a key')
  return newest
}

export function keyOf({ keys }: KeyRing, version: number): KeyObject | undefined {
  return keys.find((each) => each.version === version)?.key
}

/** A fingerprint that reveals nothing about the key; the store keeps it. */
export function fingerprintOf(key: KeyObject): Buffer {
  return createHmac('sha256', key).update('watchpost sealing key').digest()
}

/** Parses a key file. `origin` is its path, for error messages. */
export function parseKeyRing(text: string, origin: string): KeyRing {
  const content = readJson(text)
  if (!Value.Check(FileContent, content)) {
    throw new KeyFileError(
      `${origin} is not a key file of Watchpost, or is damaged. Put back the copy that was made when it was.`,
    )
  }
  const keys = content.keys.map(({ version, made_at, key }) => ({
    version,
    madeAt: made_at,
    key: createSecretKey(key, 'base64'),
  }))
  const isAscending = keys.every(({ version }, at) => at === 0 || version > (keys[at - 1]?.version ?? 0))
  if (!isAscending) throw new KeyFileError(`${origin}: the versions of its keys do not ascend. Put back the copy.`)
  return { keys }
}

/** Writes a key file. The only place where a key leaves its KeyObject. */
export function formatKeyRing({ keys }: KeyRing): string {
  const content = {
    what: WHAT,
    keys: keys.map(({ version, madeAt, key }) => ({
      version,
      made_at: madeAt,
      key: key.export().toString('base64'),
    })),
  }
  return `${JSON.stringify(content, null, 2)}\n`
}

function randomKey(version: number, now: Date): RingKey {
  return { version, madeAt: now.toISOString(), key: createSecretKey(randomBytes(KEY_BYTES)) }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own message would quote the file.
    return undefined
  }
}
