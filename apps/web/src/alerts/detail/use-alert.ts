import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AlertDetail, AlertMark, AlertMarkChange } from '@watchpost/contract'
import { sayFailure } from '../../kit/feedback/toast.tsx'
import { queryKeys } from '../../server/query-keys.ts'
import { useClient } from '../../server/server.tsx'

/** One alert with all its details. */
export function useAlert(uuid: string) {
  const client = useClient()
  return useQuery({
    queryKey: queryKeys.alert(uuid),
    queryFn: async ({ signal }) => (await client.readAlert({ params: { id: uuid }, signal })).body,
  })
}

/** What analysts changed of an alert, newest first. */
export function useAlertHistory(uuid: string) {
  const client = useClient()
  return useQuery({
    queryKey: queryKeys.alertHistory(uuid),
    queryFn: async ({ signal }) => (await client.listAlertHistory({ params: { id: uuid }, signal })).body,
  })
}

/** The users that alerts can be assigned to. */
export function useAssignees() {
  const client = useClient()
  return useQuery({
    queryKey: queryKeys.assignees,
    queryFn: async ({ signal }) => (await client.listAssignees({ signal })).body,
  })
}

/** Changes the status, note, tags, verdict or assignee of one alert and refreshes its views. */
export function useMarkAlert(uuid: string, onMarked?: (mark: AlertMark) => void) {
  const client = useClient()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (change: AlertMarkChange) =>
      (await client.markAlert({ params: { id: uuid }, body: change })).body,
    onSuccess: (mark) => {
      queries.setQueryData<AlertDetail>(queryKeys.alert(uuid), (before) => before && { ...before, mark })
      void queries.invalidateQueries({ queryKey: queryKeys.alertHistory(uuid) })
      onMarked?.(mark)
    },
    onError: sayFailure,
  })
}
