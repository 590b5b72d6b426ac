/** Merges of 50 MiB or more that run at once in one shard. The engine's default is half of the processors, up to 4. */
const MERGE_THREADS = 1
/** Of a forced merge, in MiB a second, in one shard. Without a limit it takes a whole processor until it is done. */
const FORCED_MIB_PER_SECOND = 20

/** Index settings under which merges leave room for refreshes: part of every index that we make. */
export function mergeSettings({ mergeThreads = MERGE_THREADS }: { mergeThreads?: number }) {
  return {
    merge: {
      scheduler: {
        max_thread_count: mergeThreads,
        // Said outright: a default of the cluster can turn it off.
        auto_throttle: true,
        max_force_merge_mb_per_sec: String(FORCED_MIB_PER_SECOND),
      },
    },
    // By default a refresh waits up to 10 s for merges that it starts itself, and with it every other index: on two
    // processors one thread refreshes all of them. The same merges run after the refresh instead.
    merge_on_flush: { enabled: false },
  }
}
