/** Seeded random numbers: the same parts give the same numbers, on every machine and in every process. */
export interface Random {
  /** 32 random bits. */
  word(): number
  /** A number in [0, 1). */
  unit(): number
  /** An integer in [0, below). */
  int(below: number): number
  /** An integer in [low, high]. */
  between(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly [T, ...T[]] | readonly T[]): T
  /** A rank in [0, size): rank 0 comes most often, rank k about 1/(k+1) as often as rank 0. */
  zipf(size: number): number
  /** Lower-case hexadecimal digits. */
  hex(digits: number): string
}

/** A lookup table: events are full of digests, and formatting numbers is slow. */
const fourDigits = Array.from({ length: 65_536 }, (_, bits) => bits.toString(16).padStart(4, '0'))

/** Starts the random sequence of `parts`: integers, each up to 2^53. */
export function createRandom(...parts: readonly number[]): Random {
  let a = digest(parts, 0x9e3779b9)
  let b = digest(parts, 0x85ebca6b)
  let c = digest(parts, 0xc2b2ae35)
  let counter = 1

  /** sfc32: small, fast, and with a long enough period for any run. */
  function word(): number {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    c |= 0
    return sum >>> 0
  }
  for (let round = 0; round < 12; round++) word()

  const unit = () => word() / 4_294_967_296
  const int = (below: number) => Math.floor(unit() * below)
  return {
    word,
    unit,
    int,
    between: (low, high) => low + int(high - low + 1),
    chance: (probability) => unit() < probability,
    pick: <T>(list: readonly T[]) => list[int(list.length)] as T,
    zipf: (size) => Math.min(size - 1, Math.floor((size + 1) ** unit()) - 1),
    hex(digits) {
      let text = ''
      while (text.length < digits) {
        const bits = word()
        text += `${fourDigits[bits >>> 16]}${fourDigits[bits & 0xff_ff]}`
      }
      return text.slice(0, digits)
    },
  }
}

function digest(parts: readonly number[], salt: number): number {
  let hash = salt | 0
  for (const part of parts) {
    hash = mix(hash ^ (part >>> 0))
    hash = mix(hash ^ Math.floor(part / 4_294_967_296))
  }
  return hash
}

function mix(value: number): number {
  let hash = Math.imul(value ^ (value >>> 16), 0x21f0aaad)
  hash = Math.imul(hash ^ (hash >>> 15), 0x735a2d97)
  return (hash ^ (hash >>> 15)) + 0x6d2b79f5
}
