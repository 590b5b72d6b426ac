import type { JobPorts } from '../../src/alerts/jobs/job-service.ts'

type Jobs = JobPorts['jobs']
type StoredJob = Exclude<Awaited<ReturnType<Jobs['create']>>, string>

/** What a job has when it starts. */
export const freshJob = {
  state: 'running',
  done: 0,
  skipped: 0,
  changed: 0,
  step: 0,
  next: undefined,
  isComplete: false,
  failure: undefined,
  endedAt: undefined,
  undo: undefined,
} as const

/** Jobs in memory, which no one runs. */
export function someJobs(): Jobs {
  const stored: StoredJob[] = []
  return {
    freeze: async () => ({ snapshot: '7:9:8', atMs: 1_794_906_000_000 }),
    async create(origin, { target, change, freeze, matching }) {
      const job: StoredJob = {
        ...freshJob,
        id: stored.length + 1,
        target,
        change,
        freeze,
        matching,
        origin,
        createdAt: new Date(1_794_906_000_000),
      }
      stored.push(job)
      return job
    },
    find: async (id) => stored[id - 1],
    list: async (limit, before = Number.MAX_SAFE_INTEGER) =>
      stored
        .filter(({ id }) => id < before)
        .toReversed()
        .slice(0, limit),
    async requestUndo({ username }, id) {
      const job = stored[id - 1]
      if (!job) return 'absent'
      const requestedAt = new Date(1_794_906_001_000)
      const undo = { requestedBy: username, requestedAt, endedAt: undefined, restored: 0, changed: 0 }
      const undoing: StoredJob = { ...job, state: 'undoing', endedAt: requestedAt, undo }
      stored[id - 1] = undoing
      return undoing
    },
    exceptions: async () => [],
  }
}
