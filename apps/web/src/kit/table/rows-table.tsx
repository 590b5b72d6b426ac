import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useShortcuts } from '../navigation/shortcuts.ts'
import { openByKey } from '../value/value.tsx'
import { openValueMenu } from '../value/value-menu.tsx'
import styles from './rows-table.module.css'
import { RowsHead, type Sorting } from './rows-head.tsx'
import { type Column, TableRow } from './table-row.tsx'

const usualRowHeight = 34
const menuButton = '[data-menu]'

interface RowsTableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  count: number
  /** Undefined until the row is loaded. */
  rowAt: (index: number) => Row | undefined
  idOf: (row: Row) => string
  rowHeight?: number | undefined
  active: number
  onActive: (index: number) => void
  onOpen: (index: number) => void
  /** Called when the user presses the button in a row that shows what the row stands for. */
  onExpand?: (index: number) => void
  /** Cells have values with menus. */
  hasValues?: boolean
  /** The selected rows by id. */
  selected?: { has(id: string): boolean }
  /** Called for the checkbox of a row, and for a click with Shift (from the last one to here) or Ctrl. */
  onSelect?: (index: number, isRange: boolean) => void
  /** Above the checkboxes. */
  selectHead?: ReactNode
  isDim?: (row: Row) => boolean
  sorting?: Sorting
  /** How many rows were added above the first ones. Rows keep their elements, and so the focus. */
  added?: number
  /** Reports whether the user points at a row or has scrolled down: then no row should move. */
  onBusy?: (isBusy: boolean) => void
  /** Reports the visible rows. */
  onVisible?: (first: number, last: number) => void
  /** A change renders the visible rows again. */
  version?: unknown
  foot?: ReactNode
}

/** A virtualised table of any length. */
export function RowsTable<Row>(props: RowsTableProps<Row>) {
  const { label, columns, count, rowAt, idOf, rowHeight = usualRowHeight, active, selected, onVisible } = props
  const { added = 0, onBusy } = props
  const scroller = useRef<HTMLDivElement>(null)
  const base = useId()
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    useFlushSync: false,
    onChange: ({ range }) => {
      if (range) onVisible?.(range.startIndex, range.endIndex)
    },
  })
  const items = virtual.getVirtualItems()
  const pool = useRef(1)
  pool.current = Math.max(pool.current, items.length)
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0

  useEffect(() => virtual.measure(), [virtual, rowHeight])
  useEffect(() => onVisible?.(first, last), [onVisible, first, last, count])
  const [isPointed, setPointed] = useState(false)
  const isScrolled = (virtual.scrollOffset ?? 0) > 0
  useEffect(() => {
    onBusy?.(isPointed || isScrolled)
    return () => onBusy?.(false)
  }, [onBusy, isPointed, isScrolled])
  // Rows are added when the user is at the top, or asks for them.
  useLayoutEffect(() => {
    if (added > 0) scroller.current?.scrollTo({ top: 0 })
  }, [added])
  // Rows that are added do not make the list scroll to the active one.
  const addedRef = useRef(added)
  addedRef.current = added
  const activePosition = active < 0 ? undefined : active - added
  useEffect(() => {
    if (activePosition === undefined) return
    virtual.scrollToIndex(activePosition + addedRef.current, { align: 'auto' })
    if (isElsewhere(document.activeElement, scroller.current)) scroller.current?.focus({ preventScroll: true })
  }, [activePosition, virtual, rowHeight])
  const toValues = () => document.getElementById(`${base}-${active}`)?.querySelector<HTMLElement>(menuButton)?.focus()
  useShortcuts(props.hasValues ? [{ keys: 'v', what: 'shortcut.values', run: toValues }] : [])

  return (
    <div
      ref={scroller}
      className={styles.table}
      role="grid"
      aria-label={label}
      aria-rowcount={count + 1}
      aria-multiselectable={selected ? true : undefined}
      aria-activedescendant={active >= first && active <= last ? `${base}-${active}` : undefined}
      tabIndex={0}
      style={{ '--tracks': columns.map(({ width }) => width).join(' '), '--row-height': `${rowHeight}px` }}
      onClick={(event) => press(event, props)}
      onContextMenu={(event) => pressRight(event, props)}
      onKeyDown={moveWithinRow}
    >
      <div className={styles.width}>
        <RowsHead columns={columns} select={props.selectHead} sorting={props.sorting} />
        <div
          className={styles.body}
          role="rowgroup"
          style={{ height: virtual.getTotalSize() }}
          onPointerEnter={() => setPointed(true)}
          onPointerLeave={() => setPointed(false)}
        >
          {items.map(({ index, start }) => {
            const row = rowAt(index)
            return (
              <TableRow
                // Reuse the element of a row that scrolls out of view: updating an element is cheaper than creating
                // one.
                key={positiveModulo(index - added, pool.current)}
                id={`${base}-${index}`}
                index={index}
                start={start}
                row={row}
                columns={columns}
                isActive={index === active}
                isSelected={row !== undefined && selected ? selected.has(idOf(row)) : undefined}
                isDim={row !== undefined && (props.isDim?.(row) ?? false)}
              />
            )
          })}
        </div>
        {props.foot && (
          <div className={styles.foot} role="rowgroup">
            <div role="row">
              <div role="gridcell">{props.foot}</div>
            </div>
          </div>
        )}
      </div>
    </div>
  )
}

/** One listener for all rows: listeners on hundreds of visible cells would make scrolling slow. */
function press<Row>(event: MouseEvent, { rowAt, onSelect, onActive, onOpen, onExpand }: RowsTableProps<Row>) {
  const { target, shiftKey, ctrlKey, metaKey } = event
  if (!(target instanceof Element)) return
  const index = indexOf(target)
  const row = index >= 0 ? rowAt(index) : undefined
  if (row === undefined) return
  onActive(index)
  if (onSelect && (target.closest('[data-select]') || shiftKey || ctrlKey || metaKey)) {
    // A click with Shift also marks the text in between.
    if (shiftKey) window.getSelection()?.removeAllRanges()
    onSelect(index, shiftKey)
  } else if (target.closest(menuButton)) openValueMenu(target)
  else if (target.closest('[data-expand]')) onExpand?.(index)
  else if (!target.closest('a') && !isSelecting()) onOpen(index)
}

/** The right button, or a long touch, opens the menu of a value. */
function pressRight<Row>(event: MouseEvent, { rowAt, onActive }: RowsTableProps<Row>) {
  const { target } = event
  if (!(target instanceof Element) || !target.closest('[data-value]') || isSelecting()) return
  const index = indexOf(target)
  if (index < 0 || rowAt(index) === undefined) return
  event.preventDefault()
  onActive(index)
  openValueMenu(target)
}

/** The arrow keys move between the values of a row, Enter opens the menu of one, and Escape leaves them. */
function moveWithinRow(event: KeyboardEvent) {
  const { target, currentTarget, key } = event
  if (!(target instanceof HTMLElement) || !target.matches(menuButton) || !(currentTarget instanceof HTMLElement)) return
  const buttons = [...(target.closest('[data-index]')?.querySelectorAll<HTMLElement>(menuButton) ?? [])]
  const at = buttons.indexOf(target)
  openByKey(event)
  if (key === 'ArrowRight') buttons[at + 1]?.focus()
  else if (key === 'ArrowLeft') buttons[at - 1]?.focus()
  else if (key === 'Escape') currentTarget.focus()
  else return
  event.preventDefault()
  event.stopPropagation()
}

/** A button or link that is not about the active row: Enter would press it and not open the row. */
function isElsewhere(focused: Element | null, table: Element | null): boolean {
  if (!focused || !table) return false
  if (table.contains(focused)) return focused.matches(menuButton)
  return focused.matches('a, button, summary') && focused.closest('[role=dialog], [role=menu], [role=listbox]') === null
}

function positiveModulo(value: number, by: number): number {
  return ((value % by) + by) % by
}

function indexOf(target: Element): number {
  return Number(target.closest<HTMLElement>('[data-index]')?.dataset.index ?? -1)
}

/** The user has just marked text, and does not want to open anything. */
function isSelecting(): boolean {
  return window.getSelection()?.type === 'Range'
}
