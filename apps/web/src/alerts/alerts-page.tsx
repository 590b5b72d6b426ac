import { useMemo, useRef } from 'react'
import list from '../kit/table/list-page.module.css'
import { useNarrow } from '../kit/layout/use-narrow.ts'
import { refine, usePlace } from '../kit/navigation/location.ts'
import { usePreferences } from '../kit/state/preferences.ts'
import { text } from '../texts/text.ts'
import { AlertActions } from './triage/alert-actions.tsx'
import { AlertChart } from './list/alert-chart.tsx'
import { alertColumns, usualColumns } from './list/alert-columns.tsx'
import { readFilter } from './list/alert-filter.ts'
import { compactColumns, compactRowHeight } from './list/compact-columns.tsx'
import { groupColumns } from './list/group-columns.tsx'
import { AlertList } from './list/alert-list.tsx'
import { AlertPanel } from './detail/alert-panel.tsx'
import styles from './alerts.module.css'
import { CountLine } from './list/count-line.tsx'
import { FilterBar, FilterChips } from './list/filter-bar.tsx'
import { JobProgress } from './triage/job-progress.tsx'
import { MarkDialog } from './triage/mark-dialog.tsx'
import { useAlertRows } from './list/use-alert-rows.ts'
import { useTriage } from './triage/use-triage.ts'

/** The alert list, usable entirely from the keyboard. */
export function AlertsPage() {
  const { query } = usePlace()
  const { clock, alertColumns: chosen = usualColumns } = usePreferences()
  const filter = useMemo(() => readFilter(query), [query])
  const open = query.get('open') ?? undefined
  const isLive = query.get('live') === '1'
  const searchRef = useRef<HTMLInputElement>(null)
  const rows = useAlertRows(filter, isLive)
  const triage = useTriage({ rows, filter, open, searchRef })
  const all = useMemo(() => alertColumns(clock), [clock])
  const isOpen = open !== undefined
  const isGrouped = filter.isGrouped && !isLive
  const hasOneStatus = filter.status !== 'all' && !isLive
  const columns = useMemo(() => all.filter(({ id }) => chosen.includes(id)), [all, chosen])
  const isNarrow = useNarrow()
  const rowHeight = isNarrow ? compactRowHeight.narrow : isOpen ? compactRowHeight.beside : undefined
  const shown = useMemo(() => {
    if (isNarrow || isOpen) return compactColumns(clock, isNarrow)
    if (isGrouped) return groupColumns(columns, clock)
    // In a list of one status, its column says nothing.
    return hasOneStatus ? columns.filter(({ id }) => id !== 'status') : columns
  }, [columns, clock, isGrouped, isNarrow, isOpen, hasOneStatus])

  return (
    <div className={styles.page} data-open={isOpen}>
      <div className={styles.list}>
        <div className={list.bar}>
          <FilterBar filter={filter} isLive={isLive} searchRef={searchRef} />
          <AlertActions isLive={isLive} all={all} columns={columns} filter={filter} live={rows.liveRows} />
        </div>
        <FilterChips filter={filter} first={rows.pages.isOld ? undefined : rows.rowAt(0)} />
        {!isLive && <AlertChart filter={filter} />}
        <CountLine rows={rows} triage={triage} filter={filter} />
        <JobProgress />
        <AlertList rows={rows} triage={triage} columns={shown} filter={filter} rowHeight={rowHeight} />
      </div>
      {open !== undefined && (
        <aside className={styles.side} aria-label={text('alert.detail')}>
          <AlertPanel uuid={open} onClose={() => refine({ open: null })} onMarked={rows.change} />
        </aside>
      )}
      <MarkDialog count={triage.concernedCount} onMark={triage.mark} onClose={triage.stopAsking} />
    </div>
  )
}
