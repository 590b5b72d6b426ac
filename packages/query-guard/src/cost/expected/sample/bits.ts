/** One bit for each document of a sample. */
export type Bits = Uint32Array

/** A bit set of this size without documents. */
export function noBits(size: number): Bits {
  return new Uint32Array((size + 31) >>> 5)
}

/** A bit set of this size with all documents. */
export function allBits(size: number): Bits {
  const bits = noBits(size).fill(0xffff_ffff)
  const rest = size & 31
  if (rest > 0) bits[bits.length - 1] = (1 << rest) - 1
  return bits
}

/** Sets the bits of these documents. */
export function setBits(bits: Bits, documents: ArrayLike<number>, from = 0, to = documents.length): Bits {
  for (let at = from; at < to; at++) {
    const document = documents[at] ?? 0
    const word = document >>> 5
    bits[word] = (bits[word] ?? 0) | (1 << (document & 31))
  }
  return bits
}

export function bothBits(one: Bits, other: Bits): Bits {
  return one.map((word, at) => word & (other[at] ?? 0))
}

export function eitherBits(one: Bits, other: Bits): Bits {
  return one.map((word, at) => word | (other[at] ?? 0))
}

/** The documents of the first set that are not in the second. */
export function withoutBits(one: Bits, other: Bits): Bits {
  return one.map((word, at) => word & ~(other[at] ?? 0))
}

export function countBits(bits: Bits): number {
  let count = 0
  for (let word of bits) {
    word -= (word >>> 1) & 0x5555_5555
    word = (word & 0x3333_3333) + ((word >>> 2) & 0x3333_3333)
    count += Math.imul((word + (word >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
  }
  return count
}
