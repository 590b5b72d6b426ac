/** Concurrent merges of 50 MiB or more in one shard. The engine's default is half of the processors, up to 4. */
const MERGE_THREADS = 1
/**
 * Speed limit of a forced merge in one shard, in MiB per second. Without it, the merge uses a whole processor until it
 * is done.
 */
const FORCED_MIB_PER_SECOND = 20

/** Index settings that keep merges from delaying refreshes: part of every index that we create. */
export function mergeSettings({ mergeThreads = MERGE_THREADS }: { mergeThreads?: number }) {
  return {
    merge: {
      scheduler: {
        max_thread_count: mergeThreads,
        // Explicit: a cluster default can turn it off.
        auto_throttle: true,
        max_force_merge_mb_per_sec: String(FORCED_MIB_PER_SECOND),
      },
    },
    // By default a refresh waits up to 10 s for merges that it starts itself, and so do refreshes of all other indexes:
    // on two processors one thread refreshes all of them. The same merges run after the refresh instead.
    merge_on_flush: { enabled: false },
  }
}
