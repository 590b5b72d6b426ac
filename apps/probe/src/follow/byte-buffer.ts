const USUAL_BYTES = 512 * 1024

/**
 * Bytes that are put in at the end and taken out at the beginning, always in the same piece of memory: reading would
 * otherwise leave megabytes a second for the garbage collector, which lets them lie for a while.
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
    /** Free memory behind the last byte. What `bytes` answered before may be overwritten from now on. */
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
