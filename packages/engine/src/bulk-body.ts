import type { PlacedDocument } from './bulk-request.ts'

/** The bytes of a bulk request. They stay unchanged until `release`. */
export interface BulkBody {
  bytes: Buffer
  /** Call when the engine has answered: the memory is reused. */
  release(): void
}

const FIRST_BYTES = 2 * 1024 ** 2
/** Larger buffers are rare and not kept. */
const MOST_KEPT_BYTES = 4 * 1024 ** 2
const MOST_KEPT = 2
/** Most UTF-8 bytes per UTF-16 code unit. */
const BYTES_PER_UNIT = 3
const NEW_LINE = 10

export type BulkBodies = ReturnType<typeof createBulkBodies>

/**
 * Writes bulk requests as bytes, into reused memory. As one string, a request of a megabyte is copied three times on
 * its way to the socket, twice within the heap.
 */
export function createBulkBodies() {
  const kept: Buffer[] = []

  return {
    /** One `create` for each document. */
    create(documents: readonly PlacedDocument[]): BulkBody {
      let buffer = kept.pop() ?? Buffer.allocUnsafeSlow(FIRST_BYTES)
      let end = 0
      for (const { index, id, json } of documents) {
        const action = `{"create":{"_index":"${index}","_id":"${id}"}}\n`
        const most = end + BYTES_PER_UNIT * (action.length + json.length) + 1
        if (most > buffer.length) buffer = enlarged(buffer, end, most)
        end += buffer.write(action, end)
        end += buffer.write(json, end)
        buffer[end++] = NEW_LINE
      }
      return {
        bytes: buffer.subarray(0, end),
        release() {
          if (kept.length < MOST_KEPT && buffer.length <= MOST_KEPT_BYTES) kept.push(buffer)
        },
      }
    },
  }
}

function enlarged(buffer: Buffer, end: number, most: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(Math.max(2 * buffer.length, most))
  buffer.copy(larger, 0, 0, end)
  return larger
}
