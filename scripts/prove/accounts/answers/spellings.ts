/** A secret and every form in which it could appear. */
export interface Needle {
  name: string
  spellings: string[]
}

/** Shorter values match by chance. */
const LEAST_LENGTH = 12

/** A secret that is text: a password or a token. */
export function textNeedle(name: string, text: string): Needle {
  const bytes = Buffer.from(text, 'utf8')
  const raw = /^apk_(?:key_)?([A-Za-z0-9_-]{43})$/.exec(text)?.[1]
  return {
    name,
    spellings: kept([
      text,
      JSON.stringify(text).slice(1, -1),
      encodeURIComponent(text),
      ...encoded(bytes),
      // The random part of a token, as text and as bytes.
      ...(raw ? [raw, ...encoded(Buffer.from(raw, 'base64url'))] : []),
    ]),
  }
}

/** A secret that is bytes: a sealing key, a pepper, or the secret number of a private key. */
export function bytesNeedle(name: string, bytes: Uint8Array): Needle {
  return { name, spellings: kept(encoded(Buffer.from(bytes))) }
}

/** A private key in PEM: its lines, its bytes, and its secret number. */
export function pemNeedle(name: string, pem: string, secretNumber: string | undefined): Needle {
  const lines = pem.split('\n').filter((line) => !line.startsWith('-----'))
  const der = Buffer.from(lines.join(''), 'base64')
  // The first line is the same for all keys of one kind.
  const own = lines.slice(1).filter((line) => line.length > 30)
  const inner = secretNumber ? encoded(Buffer.from(secretNumber, 'base64url')) : []
  return { name, spellings: kept([...own, ...encoded(der), ...inner]) }
}

function encoded(bytes: Buffer): string[] {
  const hex = bytes.toString('hex')
  const base64 = bytes.toString('base64')
  return [hex, hex.toUpperCase(), base64, base64.replace(/=+$/, ''), bytes.toString('base64url')]
}

function kept(spellings: readonly string[]): string[] {
  return [...new Set(spellings)].filter((each) => each.length >= LEAST_LENGTH)
}
