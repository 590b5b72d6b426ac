import type { AlertMarkChange } from '@watchpost/contract'
import { type RefObject, useEffect, useState } from 'react'
import { refine } from '../../kit/navigation/location.ts'
import { useShortcuts } from '../../kit/navigation/shortcuts.ts'
import { useTime } from '../../range/time-context.tsx'
import { spanOf } from '../../time/range.ts'
import { type AlertFilter, conditionsOf, groupingPatch, parametersOf } from '../list/alert-filter.ts'
import { useMutation } from '@tanstack/react-query'
import { sayFailure, undoLast } from '../../kit/feedback/toast.tsx'
import { useClient } from '../../server/server.tsx'
import type { AlertRows } from '../list/use-alert-rows.ts'
import { loadedBetween, noneSelected, type Selection, toggled, withRows } from './selection.ts'
import { type AllMatching, type Target, targetCount } from './target.ts'
import { useMarking } from './use-marking.ts'

interface TriageOptions {
  rows: AlertRows
  filter: AlertFilter
  open: string | undefined
  searchRef: RefObject<HTMLInputElement | null>
}

const nothing: Target = { rows: [] }

/** Triage of the list: the active row, the selection, and changes to them. Every action has a keyboard shortcut. */
export function useTriage({ rows, filter, open, searchRef }: TriageOptions) {
  const { rowAt, count, isLive, live, added, change, pages } = rows
  const { range } = useTime()
  /** Rows are remembered by how far they are from the first ones, which move down when live alerts are added above. */
  const [position, setPosition] = useState<number>()
  const active = position === undefined ? -1 : position + added
  const setActive = (index: number) => setPosition(index < 0 ? undefined : index - added)
  /** The user points at a row, or has scrolled down. */
  const [isBusy, setBusy] = useState(false)
  const [selected, setSelected] = useState<Selection>(noneSelected)
  /** The row from which a range is selected. */
  const [start, setStart] = useState(0)
  /** All rows that were loaded are selected; more may have been loaded since. */
  const [hasAllLoaded, setHasAllLoaded] = useState(false)
  const [everything, setEverything] = useState<AllMatching>()
  /** What the dialog will change. */
  const [concerned, setConcerned] = useState<Target>(nothing)
  const client = useClient()
  const marking = useMarking({ change, refetch: pages.refetch })
  // Alerts that happened after the list was read are not on screen, so they are not meant.
  const query = () => parametersOf(filter, spanOf(range, pages.window?.loadedAt ?? Date.now()))

  const clear = () => {
    setSelected(noneSelected)
    setHasAllLoaded(false)
    setEverything(undefined)
  }
  // Rows of another list stand for other alerts.
  const listed = JSON.stringify([conditionsOf(filter), filter.isGrouped, range, isLive])
  useEffect(() => {
    setPosition(undefined)
    clear()
  }, [listed])
  // Live alerts must not move a row that the user works with.
  const isHeld = isLive && (isBusy || position !== undefined || selected.size > 0)
  const { setHeld } = live
  useEffect(() => setHeld(isHeld), [setHeld, isHeld])

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
  const meant = (): Target => {
    if (everything) return everything
    const row = rowAt(active)
    return { rows: selected.size > 0 ? [...selected.values()] : row ? [row] : [] }
  }
  const select = (index: number, isRange: boolean) => {
    const row = rowAt(index)
    if (!row) return
    setHasAllLoaded(false)
    setEverything(undefined)
    if (isRange) setSelected(withRows(selected, loadedBetween(rowAt, start + added, index)))
    else {
      setSelected(toggled(selected, row))
      setStart(index - added)
    }
  }
  const selectLoaded = () => {
    setSelected(withRows(selected, loadedBetween(rowAt, 0, count - 1)))
    setHasAllLoaded(!isLive)
  }
  /** Fixes the set: alerts that arrive later do not belong to it. */
  const selectingAll = useMutation({
    mutationFn: async (): Promise<AllMatching> => {
      const all = query()
      const { sort_by: _order, ...conditions } = all
      const { body } = await client.summariseAlerts({ query: { ...conditions, as_of: 'now' } })
      return { total: body.total, asOf: body.as_of ?? '', query: all }
    },
    onSuccess: setEverything,
    onError: sayFailure,
  })
  const selectMore = () => {
    if (hasAllLoaded && !everything) selectingAll.mutate()
    else selectLoaded()
  }
  const mark = (target: Target, change: AlertMarkChange) => {
    void marking({ target, change, query: query() })
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
    { keys: 'Ctrl+A', what: 'shortcut.selectLoaded', run: selectMore },
    { keys: 'l', what: 'shortcut.live', run: () => refine({ live: isLive ? null : '1' }) },
    { keys: '/', what: 'shortcut.search', run: () => searchRef.current?.focus() },
  ])

  return {
    active,
    setActive,
    setBusy,
    /** Shows the live alerts that wait, and follows again. */
    showWaiting: () => {
      setPosition(undefined)
      live.showWaiting()
    },
    openAt,
    expandAt,
    selected,
    select,
    selectLoaded,
    hasAllLoaded,
    everything,
    selectAll: () => selectingAll.mutate(),
    isSelectingAll: selectingAll.isPending,
    clear,
    setStatus,
    concernedCount: targetCount(concerned),
    ask: () => setConcerned(meant()),
    mark: (wanted: AlertMarkChange) => mark(concerned, wanted),
    stopAsking: () => setConcerned(nothing),
  }
}
