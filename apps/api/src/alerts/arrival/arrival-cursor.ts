import { AppError } from '@watchpost/contract'
import { type ArrivalPosition, LOG_END } from '@watchpost/model'

const VERSION = 2
const MAX_PARTITIONS = 1_024

/** A position as callers carry it: short, and nothing that they should read. */
export function writeArrivalCursor({ epoch, offsets }: ArrivalPosition): string {
  const partitions = Math.max(-1, ...offsets.keys()) + 1
  const bytes = [VERSION, ...numberBytes(epoch), ...numberBytes(partitions)]
  for (let partition = 0; partition < partitions; partition++) {
    const offset = offsets.get(partition) ?? 0
    // In one byte: one who reads the rest of a log that is gone has many of them.
    bytes.push(...numberBytes(offset === LOG_END ? 0 : offset + 1))
  }
  return Buffer.from(bytes).toString('base64url')
}

/** Reads it back; what is not exactly of that form was not written here. */
export function readArrivalCursor(text: string): ArrivalPosition {
  const bytes = Buffer.from(text, 'base64url')
  const numbers = bytes[0] === VERSION ? readNumbers(bytes.subarray(1)) : undefined
  const [epoch = -1, partitions = -1, ...offsets] = numbers ?? []
  const isWhole = partitions === offsets.length && partitions <= MAX_PARTITIONS
  if (!isWhole || bytes.toString('base64url') !== text) throw new AppError('cursor-invalid')
  return {
    epoch,
    offsets: new Map(offsets.map((each, partition) => [partition, each === 0 ? LOG_END : each - 1])),
  }
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
