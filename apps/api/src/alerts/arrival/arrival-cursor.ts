import { AppError } from '@watchpost/contract'
import type { ArrivalVector } from '@watchpost/model'

const VERSION = 1
const MAX_PARTITIONS = 1_024

/** A vector as callers carry it: short, and nothing that they should read. */
export function writeArrivalCursor(vector: ArrivalVector): string {
  const partitions = Math.max(-1, ...vector.keys()) + 1
  const bytes = [VERSION, ...numberBytes(partitions)]
  for (let partition = 0; partition < partitions; partition++) bytes.push(...numberBytes(vector.get(partition) ?? 0))
  return Buffer.from(bytes).toString('base64url')
}

/** Reads it back; what is not exactly of that form was not written here. */
export function readArrivalCursor(text: string): ArrivalVector {
  const bytes = Buffer.from(text, 'base64url')
  const numbers = bytes[0] === VERSION ? readNumbers(bytes.subarray(1)) : undefined
  const [partitions = -1, ...offsets] = numbers ?? []
  const isWhole = partitions === offsets.length && partitions <= MAX_PARTITIONS
  if (!isWhole || bytes.toString('base64url') !== text) throw new AppError('cursor-invalid')
  return new Map(offsets.map((offset, partition) => [partition, offset]))
}

/** Seven bits a byte, the lowest first; the eighth bit says that more follow. */
function numberBytes(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  while (rest >= 128) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  return [...bytes, rest]
}

function readNumbers(bytes: Buffer): number[] | undefined {
  const numbers: number[] = []
  let value = 0
  let factor = 1
  for (const byte of bytes) {
    value += (byte % 128) * factor
    if (!Number.isSafeInteger(value)) return undefined
    if (byte >= 128) {
      factor *= 128
      continue
    }
    numbers.push(value)
    value = 0
    factor = 1
  }
  return factor === 1 ? numbers : undefined
}
