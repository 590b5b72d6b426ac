/** A consumer that commits as a member of a group. */
export interface CommittingConsumer {
  generationId: number
  commit(options: { offsets: CommitOffset[] }): Promise<void>
}

export interface CommitOffset {
  topic: string
  partition: number
  offset: bigint
  leaderEpoch: number
}

export interface GroupCommitOptions {
  topic: string
  leaderEpoch(partition: number): number
  /** Whether this error means that the group is rebalancing. */
  isRebalance(error: unknown): boolean
}

export type GroupCommits = ReturnType<typeof createGroupCommits>

/**
 * Commits positions of assigned partitions, never below the position of the group. The broker checks which member
 * commits, but not whether the partition is assigned to it: a batch from before a rebalance would reset another copy's
 * position. Commits that fail during a rebalance are sent after it.
 */
export function createGroupCommits(consumer: CommittingConsumer, options: GroupCommitOptions) {
  /**
   * Stored and not yet committed, by partition. Includes lost partitions: if one comes back and no other copy is ahead,
   * these records are not delivered again.
   */
  const pending = new Map<number, bigint>()
  /** The position of the group, for each partition assigned in `generation`. */
  const committed = new Map<number, bigint>()
  let generation = -1
  let sending: Promise<unknown> = Promise.resolve()

  /** The client reads its generation right after this, so nothing may be sent between a join and its assignment. */
  function chooseOffsets(): CommitOffset[] {
    if (consumer.generationId !== generation) return []
    return [...pending].flatMap(([partition, offset]) => {
      const floor = committed.get(partition)
      if (floor === undefined || offset <= floor) return []
      return [{ topic: options.topic, partition, offset, leaderEpoch: options.leaderEpoch(partition) }]
    })
  }

  function dropDone(): void {
    for (const [partition, offset] of pending) {
      if (offset <= (committed.get(partition) ?? -1n)) pending.delete(partition)
    }
  }

  async function send(): Promise<void> {
    let sent = chooseOffsets()
    if (sent.length === 0) return
    // Chosen again for each attempt: the client may retry for a long time, and the group may rebalance before it does.
    const offsets: CommitOffset[] = Object.defineProperty([], Symbol.iterator, {
      value: () => {
        sent = chooseOffsets()
        return sent.values()
      },
    })
    try {
      await consumer.commit({ offsets })
    } catch (error) {
      if (options.isRebalance(error)) return
      throw error
    }
    for (const { partition, offset } of sent) if (committed.has(partition)) committed.set(partition, offset)
    dropDone()
  }

  /** One request at a time, so that none overtakes another. */
  function flush(): Promise<void> {
    const done = sending.then(send)
    sending = done.catch(() => undefined)
    return done
  }

  return {
    /** Called on a join: nothing is committed until `joined`. */
    joining(): void {
      generation = -1
      committed.clear()
    },

    /** Sets the assigned partitions, with the position of the group in each. */
    async joined(newGeneration: number, positions: ReadonlyMap<number, bigint>): Promise<void> {
      generation = newGeneration
      for (const [partition, offset] of positions) committed.set(partition, offset)
      dropDone()
      await flush()
    },

    /**
     * Commits the positions after these records. Returns whether the group has reached them in all their partitions.
     */
    async commit(positions: ReadonlyMap<number, bigint>): Promise<boolean> {
      for (const [partition, offset] of positions) {
        if (offset > (pending.get(partition) ?? -1n)) pending.set(partition, offset)
      }
      dropDone()
      await flush()
      return [...positions].every(([partition, offset]) => (committed.get(partition) ?? -1n) >= offset)
    },
  }
}
