import { useMemo, useRef } from 'react'
import list from '../kit/table/list-page.module.css'
import { useNarrow } from '../kit/layout/use-narrow.ts'
import { refine, usePlace } from '../kit/navigation/location.ts'
import { usePreferences } from '../kit/state/preferences.ts'
import { text } from '../texts/text.ts'
import { AlertActions } from './triage/alert-actions.tsx'
import { AlertChart } from './list/alert-chart.tsx'
import { alertColumns, besideColumns, narrowColumns, usualColumns } from './list/alert-columns.tsx'
import { readFilter } from './list/alert-filter.ts'
import { AlertList } from './list/alert-list.tsx'
import { AlertPanel } from './detail/alert-panel.tsx'
import styles from './alerts.module.css'
import { CountLine } from './list/count-line.tsx'
import { FilterBar, FilterChips } from './list/filter-bar.tsx'
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
  const triage = useTriage(rows, open, searchRef)
  const all = useMemo(() => alertColumns(clock), [clock])
  const isNarrow = useNarrow()
  const isOpen = open !== undefined
  const shown = useMemo(
    () =>
      isNarrow
        ? narrowColumns.flatMap((id) => all.find((column) => column.id === id) ?? [])
        : all.filter(({ id }) => chosen.includes(id) && (!isOpen || besideColumns.has(id))),
    [all, chosen, isNarrow, isOpen],
  )
  const firstProbe = rows.rowAt(0)?.probe

  return (
    <div className={styles.page} data-open={isOpen}>
      <div className={styles.list}>
        <div className={list.bar}>
          <FilterBar filter={filter} isLive={isLive} searchRef={searchRef} />
          <AlertActions
            isLive={isLive}
            all={all}
            shown={shown}
            filter={filter}
            live={isLive ? rows.live.buffer.rows : undefined}
          />
        </div>
        <FilterChips filter={filter} probe={firstProbe} />
        {!isLive && <AlertChart filter={filter} />}
        <CountLine rows={rows} triage={triage} filter={filter} />
        <AlertList rows={rows} triage={triage} columns={shown} filter={filter} />
      </div>
      {open !== undefined && (
        <aside className={styles.side} aria-label={text('alert.detail')}>
          <AlertPanel uuid={open} onClose={() => refine({ open: null })} onMarked={rows.change} />
        </aside>
      )}
      <MarkDialog count={triage.concerned.length} onMark={triage.mark} onClose={triage.stopAsking} />
    </div>
  )
}
