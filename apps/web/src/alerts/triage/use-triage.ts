import type { AlertMarkChange } from '@watchpost/contract'
import { type RefObject, useEffect, useState } from 'react'
import { undoLast } from '../../kit/feedback/toast.tsx'
import { refine } from '../../kit/navigation/location.ts'
import { useShortcuts } from '../../kit/navigation/shortcuts.ts'
import { useTime } from '../../range/time-context.tsx'
import { spanOf } from '../../time/range.ts'
import { type AlertFilter, conditionsOf, groupingPatch, parametersOf } from '../list/alert-filter.ts'
import type { AlertRow } from '../list/alert-row.ts'
import type { AlertRows } from '../list/use-alert-rows.ts'
import { loadedBetween, noneSelected, type Selection, toggled, withRows } from './selection.ts'
import { useMarking } from './use-marking.ts'

interface TriageOptions {
  rows: AlertRows
  filter: AlertFilter
  open: string | undefined
  searchRef: RefObject<HTMLInputElement | null>
}

/** Triage of the list: the active row, the selection, and changes to them. Every action has a keyboard shortcut. */
export function useTriage({ rows, filter, open, searchRef }: TriageOptions) {
  const { rowAt, count, isLive, change, pages } = rows
  const { range } = useTime()
  const [active, setActive] = useState(-1)
  const [selected, setSelected] = useState<Selection>(noneSelected)
  /** The row from which a range is selected. */
  const [start, setStart] = useState(0)
  /** The rows that the dialog will change. */
  const [concerned, setConcerned] = useState<readonly AlertRow[]>([])
  const marking = useMarking(change)

  const clear = () => setSelected(noneSelected)
  // Rows of another list stand for other alerts.
  const listed = JSON.stringify([conditionsOf(filter), filter.isGrouped, range, isLive])
  useEffect(() => {
    setActive(-1)
    setSelected(noneSelected)
  }, [listed])

  const openAt = (index: number) => {
    const row = rowAt(index)
    if (row) refine({ open: row.uuid }, { isRefinement: open !== undefined })
  }
  const expandAt = (index: number) => {
    const { grouped } = rowAt(index) ?? {}
    if (grouped) refine({ group: grouped.group })
  }
  const move = (by: number) => {
    const next = Math.min(Math.max(active + by, 0), count - 1)
    setActive(next)
    if (open !== undefined) openAt(next)
  }
  const meant = (): AlertRow[] => {
    const row = rowAt(active)
    return selected.size > 0 ? [...selected.values()] : row ? [row] : []
  }
  const select = (index: number, isRange: boolean) => {
    const row = rowAt(index)
    if (!row) return
    if (isRange) setSelected(withRows(selected, loadedBetween(rowAt, start, index)))
    else {
      setSelected(toggled(selected, row))
      setStart(index)
    }
  }
  const selectLoaded = () => setSelected(withRows(selected, loadedBetween(rowAt, 0, count - 1)))
  const mark = (wanted: readonly AlertRow[], change: AlertMarkChange) => {
    // Alerts that happened after the list was read are not on screen, so they are not meant.
    const query = parametersOf(filter, spanOf(range, pages.window?.loadedAt ?? Date.now()))
    marking({ rows: wanted, change, query })
    clear()
  }
  const setStatus = (status: 'acknowledged' | 'closed') => {
    mark(meant(), { status })
    if (selected.size === 0) move(1)
  }

  useShortcuts([
    { keys: 'j', what: 'shortcut.next', run: () => move(1) },
    { keys: 'k', what: 'shortcut.previous', run: () => move(-1) },
    { keys: 'ArrowDown', what: 'shortcut.next', run: () => move(1) },
    { keys: 'ArrowUp', what: 'shortcut.previous', run: () => move(-1) },
    { keys: 'Enter', what: 'shortcut.open', run: () => openAt(active) },
    { keys: 'Escape', what: 'shortcut.close', run: () => refine({ open: null }) },
    { keys: 's', what: 'shortcut.grouped', run: () => refine(groupingPatch(filter)) },
    { keys: 'o', what: 'shortcut.group', run: () => expandAt(active) },
    { keys: 'e', what: 'shortcut.acknowledge', run: () => setStatus('acknowledged') },
    { keys: 'c', what: 'shortcut.closeAlerts', run: () => setStatus('closed') },
    { keys: 'z', what: 'shortcut.undo', run: undoLast },
    { keys: 'n', what: 'shortcut.mark', run: () => setConcerned(meant()) },
    { keys: 'x', what: 'shortcut.select', run: () => select(active, false) },
    { keys: 'X', what: 'shortcut.selectRange', run: () => select(active, true) },
    { keys: 'Ctrl+A', what: 'shortcut.selectLoaded', run: selectLoaded },
    { keys: 'l', what: 'shortcut.live', run: () => refine({ live: isLive ? null : '1' }) },
    { keys: '/', what: 'shortcut.search', run: () => searchRef.current?.focus() },
  ])

  return {
    active,
    setActive,
    openAt,
    expandAt,
    selected,
    select,
    selectLoaded,
    clear,
    setStatus,
    concerned,
    ask: () => setConcerned(meant()),
    mark: (wanted: AlertMarkChange) => mark(concerned, wanted),
    stopAsking: () => setConcerned([]),
  }
}
