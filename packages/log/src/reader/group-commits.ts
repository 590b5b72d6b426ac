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
  /** Whether this failure means that the group is rebalancing. */
  isRebalance(error: unknown): boolean
}

export type GroupCommits = ReturnType<typeof createGroupCommits>

/**
 * Commits positions of partitions that are ours, never below where the group has come to. The broker checks which
 * member commits, not which partitions it has: a batch from before a rebalance would move another copy's position back.
 * What cannot be committed while the group rebalances is committed after it.
 */
export function createGroupCommits(consumer: CommittingConsumer, options: GroupCommitOptions) {
  /**
   * Stored and not yet committed, by partition. Also of partitions that were lost: if one comes back and no other copy
   * has come further, nothing delivers these records again.
   */
  const pending = new Map<number, bigint>()
  /** Where the group has come to, by partition that is ours in `generation`. */
  const committed = new Map<number, bigint>()
  let generation = -1
  let sending: Promise<unknown> = Promise.resolve()

  /** The client reads its generation right after this: between a join and its assignment nothing may be sent. */
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
    /** A join: until `joined` nothing is committed. */
    joining(): void {
      generation = -1
      committed.clear()
    },

    /** The partitions that are ours from now on, with the group's position in each. */
    async joined(newGeneration: number, positions: ReadonlyMap<number, bigint>): Promise<void> {
      generation = newGeneration
      for (const [partition, offset] of positions) committed.set(partition, offset)
      dropDone()
      await flush()
    },

    /** Commits the positions after these records. Answers whether the group has come that far in all their partitions. */
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
