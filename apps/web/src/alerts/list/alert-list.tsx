import { useMemo } from 'react'
import { CoverageNote } from '../../coverage/coverage-note.tsx'
import { useCoverage } from '../../coverage/use-coverage.ts'
import { Failed, StaleNotice, Waiting } from '../../kit/feedback/answered.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { ListFoot } from '../../kit/table/list-foot.tsx'
import list from '../../kit/table/list-page.module.css'
import { RowsTable } from '../../kit/table/rows-table.tsx'
import { SelectHead } from '../../kit/table/select-box.tsx'
import { refine } from '../../kit/navigation/location.ts'
import { text } from '../../texts/text.ts'
import { type AlertColumn, selectColumn } from './alert-columns.tsx'
import { type AlertFilter, filterNames, noFilters, probeIdOf } from './alert-filter.ts'
import type { AlertRow } from './alert-row.ts'
import type { AlertRows } from './use-alert-rows.ts'
import type { useTriage } from '../triage/use-triage.ts'

const idOf = ({ uuid }: AlertRow) => uuid
const isDone = ({ mark }: AlertRow) => mark.status !== 'open'

/** The number of groups that the API pages through. */
const mostGroups = 10_000

interface AlertListProps {
  rows: AlertRows
  triage: ReturnType<typeof useTriage>
  columns: readonly AlertColumn[]
  filter: AlertFilter
  rowHeight: number | undefined
}

/** The table, or its loading, error or empty state. */
export function AlertList({ rows, triage, columns: chosen, filter, rowHeight }: AlertListProps) {
  const { pages, isLive, count } = rows
  const columns = useMemo(() => [selectColumn, ...chosen], [chosen])
  const isOld = !isLive && pages.isOld
  if (!rows.isReady) {
    return isLive || pages.error === undefined ? <Waiting /> : <Failed error={pages.error} retry={pages.refetch} />
  }
  const sorting = {
    ...filter.sort,
    onSort: (by: string, isDescending: boolean) => refine({ sort: `${isDescending ? '-' : ''}${by}` }),
  }
  return (
    <>
      {pages.error !== undefined && pages.window && !isLive && (
        <div className={list.note}>
          <StaleNotice error={pages.error} since={pages.window.loadedAt} retry={pages.refetch} />
        </div>
      )}
      <div className={list.table} data-old={isOld} aria-busy={isOld}>
        {count === 0 ? (
          <NoAlerts isLive={isLive} filter={filter} pages={pages} />
        ) : (
          <RowsTable
            label={text('page.alerts')}
            columns={columns}
            count={count}
            rowAt={rows.rowAt}
            idOf={idOf}
            rowHeight={rowHeight}
            active={triage.active}
            onActive={triage.setActive}
            onOpen={triage.openAt}
            onExpand={triage.expandAt}
            hasValues
            selected={triage.selected}
            onSelect={triage.select}
            selectHead={<SelectAll triage={triage} count={count} />}
            isDim={isDone}
            added={rows.added}
            onBusy={triage.setBusy}
            {...(!isLive && { sorting, onVisible: pages.window?.need })}
            foot={isLive ? undefined : <Foot filter={filter} pages={pages} />}
          />
        )}
      </div>
    </>
  )
}

/** Selects all loaded rows, or none. */
function SelectAll({ triage, count }: { triage: AlertListProps['triage']; count: number }) {
  const { selected, selectLoaded, clear } = triage
  return (
    <SelectHead
      label={text('alerts.selectLoaded')}
      state={selected.size === 0 ? 'none' : selected.size < count ? 'some' : 'all'}
      onChange={selected.size === 0 ? selectLoaded : clear}
    />
  )
}

/** The API counts a limited number of groups. */
function Foot({ filter, pages }: { filter: AlertFilter; pages: AlertRows['pages'] }) {
  const { isEnd = false, count = 0 } = pages.state ?? {}
  if (filter.isGrouped && isEnd && count >= mostGroups) return text('alerts.groupsCut', { count })
  return <ListFoot listing={pages} />
}

function NoAlerts({ isLive, filter, pages }: { isLive: boolean; filter: AlertFilter; pages: AlertRows['pages'] }) {
  const known = useCoverage({ probeId: probeIdOf(filter) })
  if (isLive) {
    return (
      <div className={list.empty} role="status">
        <strong>{text('alerts.liveEmpty')}</strong>
        <span>{text('alerts.liveEmptyWords')}</span>
      </div>
    )
  }
  // With incomplete coverage, an empty list does not mean that there is nothing to do.
  const isComplete = typeof known !== 'string' && known.state === 'complete'
  const isFiltered = filter.excluded.length > 0 || filterNames.some((name) => filter.values[name] !== undefined)
  return (
    <div className={list.empty} role="status">
      <strong>{text(filter.status === 'open' && !isFiltered && isComplete ? 'alerts.noneOpen' : 'alerts.none')}</strong>
      <CoverageNote probeId={probeIdOf(filter)} />
      <span>{text('alerts.noneWords')}</span>
      {isFiltered && <Button onPress={() => refine(noFilters)}>{text('filter.clear')}</Button>}
      {pages.state?.isPaused && <ListFoot listing={pages} />}
    </div>
  )
}
