import { useEffect, useRef } from 'react'
import type { PlainKey } from '../../texts/text.ts'

/** A key or a sequence of two (`g a`), and its action. */
export interface Shortcut {
  keys: string
  what: PlainKey
  run: () => void
}

const active = new Set<readonly Shortcut[]>()
let pending = ''
let pendingAt = 0
const chordMs = 1_000

/** Registers shortcuts while the component is mounted. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  useEffect(() => {
    const group = latest.current.map((shortcut, index) => ({ ...shortcut, run: () => latest.current[index]?.run() }))
    active.add(group)
    return () => {
      active.delete(group)
    }
  }, [])
}

/** All active shortcuts, those of the page last. */
export function activeShortcuts(): readonly Shortcut[] {
  return [...active].flat()
}

/** Listens on the whole page. Ignores keys typed into a field and keys pressed while a dialog is open. */
export function listenForShortcuts(): () => void {
  function onKeyDown(event: KeyboardEvent): void {
    const key = keyOf(event)
    if (!key) return
    const isChord = event.timeStamp - pendingAt < chordMs && pending !== ''
    const typed = isChord ? `${pending} ${key}` : key
    const group = [...active].flat().toReversed()
    const found = group.find(({ keys }) => keys === typed) ?? group.find(({ keys }) => keys === key)
    const isBeginning = !isChord && group.some(({ keys }) => keys.startsWith(`${key} `))
    pending = isBeginning ? key : ''
    pendingAt = event.timeStamp
    if (!found) return
    event.preventDefault()
    found.run()
  }
  window.addEventListener('keydown', onKeyDown)
  return () => window.removeEventListener('keydown', onKeyDown)
}

function keyOf(event: KeyboardEvent): string | undefined {
  const { key } = event
  if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === 'k') return 'Ctrl+K'
  const isControl = event.ctrlKey || event.metaKey
  if ((isControl && key.toLowerCase() !== 'a') || event.altKey || event.isComposing) return undefined
  const target = event.composedPath()[0]
  if (target instanceof HTMLElement && (isTaken(target) || (key === 'Enter' && isPressable(target)))) return undefined
  return isControl ? 'Ctrl+A' : key
}

function isTaken(target: HTMLElement): boolean {
  return (
    target.isContentEditable ||
    target.matches('input:not([type=checkbox]), textarea, select') ||
    target.closest('[role=dialog], [role=menu], [role=listbox]') !== null
  )
}

/** Enter presses the focused button or link, and nothing else. */
function isPressable(target: HTMLElement): boolean {
  return target.closest('a, button, summary') !== null
}
