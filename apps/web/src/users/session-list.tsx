import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Session } from '@watchpost/contract'
import { queryKeys } from '../server/query-keys.ts'
import { Answered } from '../kit/feedback/answered.tsx'
import { Button } from '../kit/controls/button.tsx'
import { FormActions } from '../kit/controls/form.tsx'
import { type PlainColumn, PlainTable } from '../kit/table/plain-table.tsx'
import { say, sayFailure } from '../kit/feedback/toast.tsx'
import { usePreferences } from '../kit/state/preferences.ts'
import { text } from '../texts/text.ts'
import { type Clock, timeText } from '../time/format.ts'
import styles from './users.module.css'

interface SessionListProps {
  queryKey: QueryKey
  list: (signal: AbortSignal) => Promise<Session[]>
  end: (id: number) => Promise<unknown>
  endAll: () => Promise<unknown>
  /** Ending all sessions would also end the current one. */
  isMine?: boolean
}

/** Active sessions; each can be ended. */
export function SessionList({ queryKey, list, end, endAll, isMine = false }: SessionListProps) {
  const queries = useQueryClient()
  const { clock } = usePreferences()
  const asked = useQuery({ queryKey, queryFn: ({ signal }) => list(signal), staleTime: 0 })
  const follow = () => queries.invalidateQueries({ queryKey: isMine ? queryKeys.me : queryKey })
  const ending = useMutation({
    mutationFn: (id: number) => end(id),
    onSuccess: () => {
      say(text('sessions.ended'))
      return queries.invalidateQueries({ queryKey })
    },
    onError: sayFailure,
  })
  const endingAll = useMutation({
    mutationFn: endAll,
    onSuccess: () => {
      say(text('sessions.allEnded'))
      return follow()
    },
    onError: sayFailure,
  })
  return (
    <Answered asked={asked} isEmpty={(sessions) => sessions.length === 0} empty={text('sessions.none')}>
      {(sessions) => (
        <>
          <PlainTable
            label={text('users.sessions')}
            columns={columnsOf(clock, (id) => ending.mutate(id))}
            rows={sessions}
            idOf={({ id }) => id}
          />
          <div className={styles.foot}>
            <FormActions>
              <Button onPress={() => endingAll.mutate()} isPending={endingAll.isPending}>
                {text(isMine ? 'sessions.endAllMine' : 'sessions.endAll')}
              </Button>
            </FormActions>
          </div>
        </>
      )}
    </Answered>
  )
}

function columnsOf(clock: Clock, onEnd: (id: number) => void): readonly PlainColumn<Session>[] {
  return [
    {
      id: 'kind',
      title: text('sessions.kind'),
      cell: ({ kind, is_current: isCurrent }) => (
        <>
          {text(`sessions.${kind}`)} {isCurrent && <span className={styles.faint}>({text('sessions.current')})</span>}
        </>
      ),
    },
    { id: 'address', title: text('sessions.address'), cell: ({ address }) => address },
    {
      id: 'agent',
      title: text('sessions.agent'),
      cell: ({ user_agent: agent }) => (
        <span className={styles.agent} title={agent}>
          {agent}
        </span>
      ),
    },
    { id: 'used', title: text('sessions.used'), cell: ({ last_used_at: at }) => timeText(at, 'minute', clock) },
    { id: 'ends', title: text('sessions.ends'), cell: ({ expires_at: at }) => timeText(at, 'minute', clock) },
    {
      id: 'end',
      title: text('users.actions'),
      isUntitled: true,
      cell: ({ id, address, is_current: isCurrent }) =>
        !isCurrent && (
          <Button onPress={() => onEnd(id)} aria-label={text('sessions.endOf', { address })}>
            {text('sessions.end')}
          </Button>
        ),
    },
  ]
}
