import { AppError } from '@watchpost/contract'
import { type ArrivalPosition, LOG_END } from '@watchpost/model'

const VERSION = 2
const MAX_PARTITIONS = 1_024

/** Writes a position as a short, opaque cursor. */
export function writeArrivalCursor({ epoch, offsets }: ArrivalPosition): string {
  const partitions = Math.max(-1, ...offsets.keys()) + 1
  const bytes = [VERSION, ...numberBytes(epoch), ...numberBytes(partitions)]
  for (let partition = 0; partition < partitions; partition++) {
    const offset = offsets.get(partition) ?? 0
    // Encode LOG_END in one byte: a cursor that reads the rest of a deleted log has many of them.
    bytes.push(...numberBytes(offset === LOG_END ? 0 : offset + 1))
  }
  return Buffer.from(bytes).toString('base64url')
}

/** Parses a cursor. Rejects any text that `writeArrivalCursor` would not have written. */
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

/** Variable-length integer: seven bits per byte, lowest first; the eighth bit says that more bytes follow. */
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
