import type { SearchHit } from '@watchpost/sdk'
import { useMemo } from 'react'
import { documentOf, valueAt, wordAt } from '../../document/document.ts'
import { CoverageLine, CoverageNote } from '../../coverage/coverage-note.tsx'
import { Failed, StaleNotice, Waiting } from '../../kit/feedback/answered.tsx'
import { ListFoot } from '../../kit/table/list-foot.tsx'
import list from '../../kit/table/list-page.module.css'
import { RowsTable } from '../../kit/table/rows-table.tsx'
import type { Column } from '../../kit/table/table-row.tsx'
import { Value } from '../../kit/value/value.tsx'
import { usePreferences } from '../../kit/state/preferences.ts'
import { useShortcuts } from '../../kit/navigation/shortcuts.ts'
import { counted, text } from '../../texts/text.ts'
import { timeText } from '../../time/format.ts'
import type { Listing } from '../../kit/list/use-listing.ts'
import { AggregationList } from './aggregation-list.tsx'
import { searchedProbeOf, type SearchState } from '../../kit/navigation/search-state.ts'
import { summaryOf } from '../../document/event-summary.ts'
import type { Aggregations } from '../use-search.ts'

interface HitListProps {
  hits: Listing<SearchHit, Aggregations>
  state: SearchState
  active: number
  onOpen: (index: number) => void
}

const idOf = ({ _id }: SearchHit) => _id

/** The hits, newest first unless the body sorts them differently. */
export function HitList({ hits, state, active, onOpen }: HitListProps) {
  const { window, state: known, rowAt } = hits
  const columns = useHitColumns(state.columns)
  const count = known?.count ?? 0
  const probeId = searchedProbeOf(state)
  const move = (by: number) => onOpen(Math.min(Math.max(active + by, 0), count - 1))
  useShortcuts([
    { keys: 'j', what: 'shortcut.next', run: () => move(1) },
    { keys: 'k', what: 'shortcut.previous', run: () => move(-1) },
    { keys: 'Escape', what: 'shortcut.close', run: () => onOpen(-1) },
  ])
  if (!window) {
    return hits.error === undefined ? <Waiting /> : <Failed error={hits.error} retry={hits.refetch} />
  }
  // A search that asks for no hits is not an empty result.
  const isForCounts = count === 0 && window.extra !== undefined
  return (
    <>
      <div className={list.count}>
        <strong role="status">
          {window.total &&
            (window.total.isExact
              ? counted('search.hits', window.total.value)
              : text('search.hitsAtLeast', { count: window.total.value }))}
        </strong>
        {(count > 0 || isForCounts) && <CoverageLine probeId={probeId} />}
      </div>
      {hits.error !== undefined && (
        <div className={list.note}>
          <StaleNotice error={hits.error} since={window.loadedAt} retry={hits.refetch} />
        </div>
      )}
      {window.extra && <AggregationList aggregations={window.extra} />}
      {isForCounts ? null : (
        <div className={list.table} data-old={hits.isOld} aria-busy={hits.isOld}>
          {count === 0 ? (
            <div className={list.empty} role="status">
              <CoverageNote probeId={probeId} />
              <span>{text('search.none')}</span>
            </div>
          ) : (
            <RowsTable
              label={text('search.results')}
              columns={columns}
              count={count}
              rowAt={rowAt}
              idOf={idOf}
              active={active}
              onActive={() => undefined}
              onOpen={onOpen}
              hasValues
              onVisible={window.need}
              foot={<ListFoot listing={hits} />}
            />
          )}
        </div>
      )}
    </>
  )
}

const narrow = new Set(['event_type', 'app_proto', 'proto', 'severity', 'dest_port', 'src_port'])

function useHitColumns(names: readonly string[]): readonly Column<SearchHit>[] {
  const { clock } = usePreferences()
  return useMemo(
    () => [
      {
        id: '@timestamp',
        title: text('alert.date'),
        width: '186px',
        cell: ({ _source }) => timeText(wordAt(documentOf(_source), '@timestamp') ?? '', 'instant', clock),
      },
      {
        id: 'summary',
        title: text('search.summary'),
        width: 'minmax(180px, 1fr)',
        cell: ({ _source }) => summaryOf(documentOf(_source)),
      },
      ...names.map(
        (name): Column<SearchHit> => ({
          id: name,
          title: name,
          width: narrow.has(name) ? '98px' : '140px',
          cell: ({ _source }) => <FieldCell name={name} value={valueAt(documentOf(_source), name)} />,
        }),
      ),
    ],
    [names, clock],
  )
}

function FieldCell({ name, value }: { name: string; value: unknown }) {
  if (value === undefined || value === null) return null
  const plain = typeof value === 'string' ? value : JSON.stringify(value)
  return typeof value === 'object' ? plain : <Value field={name} value={plain} isAddress={name.endsWith('_ip')} />
}
