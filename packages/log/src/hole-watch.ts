/** Told when records expired before they were read: they are gone, and somebody must know. */
export type OnExpired = (partition: number, count: number) => void

/**
 * Partitions are read in order and without holes: a hole means that the log dropped what nobody had read. Reading goes
 * back when the group is rearranged, and on from where another reader has come to: neither is a hole.
 */
export function createHoleWatch(onExpired: OnExpired = () => undefined) {
  const expected = new Map<number, bigint>()
  const expect = (partition: number, offset: bigint) => {
    if (offset > (expected.get(partition) ?? -1n)) expected.set(partition, offset)
  }

  return {
    /** Everything before this offset has been read, here or by somebody else. */
    goesOn: expect,

    note(partition: number, offset: bigint): void {
      const due = expected.get(partition)
      if (due !== undefined && offset > due) onExpired(partition, Number(offset - due))
      expect(partition, offset + 1n)
    },
  }
}
