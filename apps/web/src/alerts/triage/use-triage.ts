import type { AlertMarkChange } from '@watchpost/contract'
import { type RefObject, useState } from 'react'
import { refine } from '../../kit/navigation/location.ts'
import { useShortcuts } from '../../kit/navigation/shortcuts.ts'
import type { AlertRows } from '../list/use-alert-rows.ts'
import { useMarking } from './use-marking.ts'

/** Triage of the list: the active row, the selection, and changes to them. Every action has a keyboard shortcut. */
export function useTriage(rows: AlertRows, open: string | undefined, searchRef: RefObject<HTMLInputElement | null>) {
  const { rowAt, count, isLive, change } = rows
  const [active, setActive] = useState(-1)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  /** The alerts that the dialog will change. */
  const [concerned, setConcerned] = useState<readonly string[]>([])
  const marking = useMarking(change)

  const clear = () => setSelected(new Set())
  const openAt = (index: number) => {
    const alert = rowAt(index)
    if (alert) refine({ open: alert.uuid }, { isRefinement: open !== undefined })
  }
  const move = (by: number) => {
    const next = Math.min(Math.max(active + by, 0), count - 1)
    setActive(next)
    if (open !== undefined) openAt(next)
  }
  const meant = (): string[] => {
    const alert = rowAt(active)
    return selected.size > 0 ? [...selected] : alert ? [alert.uuid] : []
  }
  const toggle = (id: string) => setSelected((before) => toggled(before, id))
  const toggleActive = () => {
    const alert = rowAt(active)
    if (alert) toggle(alert.uuid)
  }
  const mark = (ids: readonly string[], wanted: AlertMarkChange) => {
    if (ids.length > 0) marking.mutate({ ids, change: wanted })
    clear()
  }
  const acknowledge = () => {
    mark(meant(), { status: 'acknowledged' })
    if (selected.size === 0) move(1)
  }

  useShortcuts([
    { keys: 'j', what: 'shortcut.next', run: () => move(1) },
    { keys: 'k', what: 'shortcut.previous', run: () => move(-1) },
    { keys: 'ArrowDown', what: 'shortcut.next', run: () => move(1) },
    { keys: 'ArrowUp', what: 'shortcut.previous', run: () => move(-1) },
    { keys: 'Enter', what: 'shortcut.open', run: () => openAt(active) },
    { keys: 'Escape', what: 'shortcut.close', run: () => refine({ open: null }) },
    { keys: 'e', what: 'shortcut.acknowledge', run: acknowledge },
    { keys: 'n', what: 'shortcut.mark', run: () => setConcerned(meant()) },
    { keys: 'x', what: 'shortcut.select', run: toggleActive },
    { keys: 'l', what: 'shortcut.live', run: () => refine({ live: isLive ? null : '1' }) },
    { keys: '/', what: 'shortcut.search', run: () => searchRef.current?.focus() },
  ])

  return {
    active,
    setActive,
    openAt,
    selected,
    toggle,
    clear,
    acknowledge,
    concerned,
    ask: () => setConcerned(meant()),
    mark: (wanted: AlertMarkChange) => mark(concerned, wanted),
    stopAsking: () => setConcerned([]),
  }
}

function toggled(before: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const after = new Set(before)
  if (!after.delete(id)) after.add(id)
  return after
}
