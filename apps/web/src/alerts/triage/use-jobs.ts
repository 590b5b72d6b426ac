import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AlertJob } from '@watchpost/contract'
import { say, sayFailure } from '../../kit/feedback/toast.tsx'
import { queryKeys } from '../../server/query-keys.ts'
import { useClient } from '../../server/server.tsx'
import { useMayMark } from '../../session/session.ts'
import { undoOutcomeOf } from './job-words.ts'
import { isUnfinished, undoJobs } from './run-jobs.ts'

const LOOK_MS = 1_000

/** The newest jobs of all users; read again and again while one has work left. */
export function useJobs() {
  const client = useClient()
  const mayMark = useMayMark()
  return useQuery({
    queryKey: queryKeys.alertJobs,
    queryFn: async ({ signal }) => (await client.listAlertJobs({ signal })).body,
    enabled: mayMark,
    refetchInterval: ({ state }) => (state.data?.some(isUnfinished) ? LOOK_MS : false),
  })
}

/** The alerts that a job, or its undo, left alone. */
export function useExceptions({ id }: AlertJob, of: 'job' | 'undo') {
  const client = useClient()
  return useQuery({
    queryKey: queryKeys.alertJobExceptions(id, of),
    queryFn: async ({ signal }) => (await client.listJobExceptions({ params: { id }, query: { of }, signal })).body,
  })
}

/** Undoes a job, and stops it if it is running. */
export function useUndoJob() {
  const client = useClient()
  const queries = useQueryClient()
  const refresh = () => void queries.invalidateQueries({ queryKey: queryKeys.alertJobs })
  return useMutation({
    mutationFn: (id: number) => undoJobs(client, [id]),
    onMutate: refresh,
    onSuccess: (jobs) => say(undoOutcomeOf(jobs)),
    onError: sayFailure,
    onSettled: () => {
      refresh()
      void queries.invalidateQueries({ queryKey: queryKeys.allRanged })
    },
  })
}
