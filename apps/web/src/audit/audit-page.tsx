import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import type { AuditEntryView } from '@watchpost/contract'
import type { Answer } from '@watchpost/sdk'
import { useMemo } from 'react'
import { Failed, Waiting } from '../kit/feedback/answered.tsx'
import { Button } from '../kit/controls/button.tsx'
import { saveFile } from '../kit/table/csv.ts'
import { Panel } from '../kit/layout/panel.tsx'
import { Explained, PlainPage } from '../kit/layout/plain-page.tsx'
import { PlainTable } from '../kit/table/plain-table.tsx'
import { say, sayFailure } from '../kit/feedback/toast.tsx'
import { queryKeys } from '../server/query-keys.ts'
import { useClient } from '../server/server.tsx'
import { usePlace } from '../kit/navigation/location.ts'
import { usePreferences } from '../kit/state/preferences.ts'
import { text } from '../texts/text.ts'
import { spanOf } from '../time/range.ts'
import { useTime } from '../range/time-context.tsx'
import { auditColumns } from './audit-columns.tsx'
import { auditQueryOf, readAuditFilter } from './audit-filter.ts'
import { AuditFilters } from './audit-filters.tsx'
import styles from './audit.module.css'

const pageSize = 200
const mostSaved = 10_000

/** Who did what, newest first. */
export function AuditPage() {
  const { query } = usePlace()
  const { range } = useTime()
  const { clock } = usePreferences()
  const client = useClient()
  const filter = useMemo(() => readAuditFilter(query), [query])
  const asked = useInfiniteQuery({
    queryKey: queryKeys.ranged('audit', range, [filter]),
    initialPageParam: undefined as Answer<AuditEntryView[]> | undefined,
    queryFn: async ({ pageParam, signal }) => {
      if (pageParam) return client.next(pageParam, { signal })
      return client.listAudit({
        query: { ...auditQueryOf(filter, spanOf(range, Date.now())), limit: pageSize },
        signal,
      })
    },
    getNextPageParam: (last) => (last?.next === undefined ? undefined : { ...last, body: [] }),
  })
  const save = useMutation({
    mutationFn: () =>
      client.listAudit({
        query: { ...auditQueryOf(filter, spanOf(range, Date.now())), limit: mostSaved, format: 'csv' },
      }),
    onSuccess: ({ body }) => {
      // Text, as the API answers to `format=csv`.
      const csv: unknown = body
      saveFile('audit.csv', 'text/csv;charset=utf-8', typeof csv === 'string' ? csv : '')
      say(text('audit.saved'))
    },
    onError: sayFailure,
  })
  const entries = asked.data?.pages.flatMap((page) => page?.body ?? []) ?? []
  return (
    <PlainPage>
      <Explained>{text('audit.about')}</Explained>
      <AuditFilters filter={filter} />
      <Panel
        title={text('page.audit')}
        isFlush
        aside={
          <Button icon="download" onPress={() => save.mutate()} isPending={save.isPending}>
            {text('audit.csv')}
          </Button>
        }
      >
        {asked.data === undefined ? (
          asked.error ? (
            <Failed error={asked.error} retry={asked.refetch} />
          ) : (
            <Waiting />
          )
        ) : entries.length === 0 ? (
          <p className={styles.empty} role="status">
            {text(asked.hasNextPage ? 'audit.further' : 'audit.none')}
          </p>
        ) : (
          <PlainTable label={text('page.audit')} columns={auditColumns(clock)} rows={entries} idOf={({ id }) => id} />
        )}
        {asked.hasNextPage && (
          <div className={styles.foot}>
            <Button onPress={() => void asked.fetchNextPage()} isPending={asked.isFetchingNextPage}>
              {text('audit.more')}
            </Button>
          </div>
        )}
      </Panel>
    </PlainPage>
  )
}
