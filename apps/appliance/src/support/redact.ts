/** Removes secrets from a text: known values, and everything that looks like a secret. */
export type Redact = (text: string) => string

const CUT = '[secret]'
/** Shorter values would also match ordinary text. */
const LEAST_LENGTH = 6

const forms: readonly [RegExp, string][] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----/g, CUT],
  // In a line of JSON, the line feeds of a key are escaped, and the key may be cut off.
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[^"\n]*/g, CUT],
  [/\b(Bearer|Basic)\s+[A-Za-z0-9+/=_.-]{8,}/g, `$1 ${CUT}`],
  [/\bapk_[A-Za-z0-9_-]{8,}/g, CUT],
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^/\s"'@]+@/gi, `$1${CUT}@`],
  [
    /(["']?(?:api-key|authorization|cookie|set-cookie|password|passwd|pwd|secret|token|cert_key|private_key|key_pem)["']?\s*[:=]\s*)("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^\s,;}]+)/gi,
    `$1"${CUT}"`,
  ],
  [/\$argon2(?:id|i|d)\$[^\s"']+/g, CUT],
]

/** `known` are the secrets of this appliance; they are found in every encoding that a text may contain. */
export function createRedact(known: readonly string[]): Redact {
  const spellings = known
    .flatMap((secret) => secret.split('\n').concat(secret))
    .map((each) => each.trim())
    .filter((each) => each.length >= LEAST_LENGTH)
    .flatMap((each) => [
      each,
      encodeURIComponent(each),
      JSON.stringify(each).slice(1, -1),
      Buffer.from(each, 'utf8').toString('base64'),
      Buffer.from(each, 'utf8').toString('hex'),
    ])
  // The longest first, since one may be part of another.
  const values = [...new Set(spellings)].toSorted((a, b) => b.length - a.length)
  return (text) => {
    let clean = text
    for (const value of values) clean = clean.replaceAll(value, CUT)
    for (const [form, instead] of forms) clean = clean.replaceAll(form, instead)
    return clean
  }
}
