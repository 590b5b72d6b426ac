/** Takes secrets out of a text: those that are known by their value, and what has the form of one. */
export type Redact = (text: string) => string

const CUT = '[secret]'
/** Shorter ones would also be found where they are none. */
const LEAST_LENGTH = 6

const forms: readonly [RegExp, string][] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----/g, CUT],
  // Within a line of JSON a key has its line feeds written out, and may be cut off.
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

/** `known` are secrets of this appliance; they are found in every spelling that a text may have them in. */
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
  // The longest first: one may be part of another.
  const values = [...new Set(spellings)].toSorted((a, b) => b.length - a.length)
  return (text) => {
    let clean = text
    for (const value of values) clean = clean.replaceAll(value, CUT)
    for (const [form, instead] of forms) clean = clean.replaceAll(form, instead)
    return clean
  }
}
