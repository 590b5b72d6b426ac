const USUAL_BYTES = 512 * 1024

/**
 * A queue of bytes in one reused piece of memory. Otherwise, reading would leave megabytes a second to the garbage
 * collector, which keeps them for a while.
 */
export function createByteBuffer() {
  let memory = Buffer.allocUnsafeSlow(USUAL_BYTES)
  let start = 0
  let end = 0

  function move(capacity: number): void {
    const moved = Buffer.allocUnsafeSlow(capacity)
    memory.copy(moved, 0, start, end)
    memory = moved
    end -= start
    start = 0
  }

  return {
    bytes: (): Buffer => memory.subarray(start, end),
    /** Free memory after the last byte. From now on, earlier results of `bytes` may be overwritten. */
    room(bytes: number): Buffer {
      const needed = end - start + bytes
      if (needed > memory.length) move(needed * 2)
      else if (needed <= USUAL_BYTES && memory.length > USUAL_BYTES) move(USUAL_BYTES)
      else if (end + bytes > memory.length) {
        memory.copyWithin(0, start, end)
        end -= start
        start = 0
      }
      return memory.subarray(end, end + bytes)
    },
    filled: (bytes: number) => void (end += bytes),
    drop: (bytes: number) => void (start += bytes),
  }
}
