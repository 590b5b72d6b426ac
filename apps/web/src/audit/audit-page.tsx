import { useMutation } from '@tanstack/react-query'
import type { AuditEntryView } from '@watchpost/contract'
import { useMemo } from 'react'
import { Failed, StaleNotice, Waiting } from '../kit/feedback/answered.tsx'
import { Button } from '../kit/controls/button.tsx'
import { saveFile } from '../kit/table/csv.ts'
import { listingOf } from '../kit/list/listing.ts'
import { Panel } from '../kit/layout/panel.tsx'
import { Explained, PlainPage } from '../kit/layout/plain-page.tsx'
import { PlainTable } from '../kit/table/plain-table.tsx'
import { say, sayFailure } from '../kit/feedback/toast.tsx'
import { useClient } from '../server/server.tsx'
import { usePlace } from '../kit/navigation/location.ts'
import { usePreferences } from '../kit/state/preferences.ts'
import { text } from '../texts/text.ts'
import { spanOf } from '../time/range.ts'
import { useTime } from '../range/time-context.tsx'
import { useRangedListing } from '../range/use-ranged-listing.ts'
import { auditColumns } from './audit-columns.tsx'
import { auditQueryOf, readAuditFilter } from './audit-filter.ts'
import { AuditFilters } from './audit-filters.tsx'
import styles from './audit.module.css'

const pageSize = 200
const mostSaved = 10_000

/** The audit log, newest first. */
export function AuditPage() {
  const { query } = usePlace()
  const { range } = useTime()
  const { clock } = usePreferences()
  const client = useClient()
  const filter = useMemo(() => readAuditFilter(query), [query])
  const listing = listingOf<AuditEntryView>(client)
  const { window, state, rowAt, error, isOld, refetch } = useRangedListing('audit', [filter], {
    first: async (span, signal) =>
      listing.firstOf(await client.listAudit({ query: { ...auditQueryOf(filter, span), limit: pageSize }, signal })),
    load: listing.load,
  })
  const save = useMutation({
    mutationFn: () =>
      client.listAudit({
        query: { ...auditQueryOf(filter, spanOf(range, Date.now())), limit: mostSaved, format: 'csv' },
      }),
    onSuccess: ({ body }) => {
      // With `format=csv` the API returns text.
      const csv: unknown = body
      saveFile('audit.csv', 'text/csv;charset=utf-8', typeof csv === 'string' ? csv : '')
      say(text('audit.saved'))
    },
    onError: sayFailure,
  })
  // All entries are rendered, so none is far from the viewport and forgotten.
  const entries = Array.from({ length: state?.count ?? 0 }, (_, index) => rowAt(index)).filter(
    (entry) => entry !== undefined,
  )
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
        {error !== undefined && window && !isOld && (
          <StaleNotice error={error} since={window.loadedAt} retry={refetch} />
        )}
        {!window || isOld ? (
          error === undefined ? (
            <Waiting />
          ) : (
            <Failed error={error} retry={refetch} />
          )
        ) : entries.length === 0 ? (
          <p className={styles.empty} role="status">
            {text(state?.isEnd === false ? 'audit.further' : 'audit.none')}
          </p>
        ) : (
          <PlainTable label={text('page.audit')} columns={auditColumns(clock)} rows={entries} idOf={({ id }) => id} />
        )}
        {state?.isEnd === false && !isOld && (
          <div className={styles.foot}>
            {state.error === undefined ? (
              <Button onPress={() => window?.more()} isPending={state.isLoading}>
                {text('audit.more')}
              </Button>
            ) : (
              <Failed error={state.error} retry={() => window?.retry()} />
            )}
          </div>
        )}
      </Panel>
    </PlainPage>
  )
}
