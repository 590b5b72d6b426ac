import { useVirtualizer } from '@tanstack/react-virtual'
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './rows-table.module.css'
import { RowsHead, type Sorting } from './rows-head.tsx'
import { type Column, TableRow } from './table-row.tsx'

const rowHeight = 34

interface RowsTableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  count: number
  /** Undefined until the row is loaded. */
  rowAt: (index: number) => Row | undefined
  idOf: (row: Row) => string
  active: number
  onActive: (index: number) => void
  onOpen: (index: number) => void
  /** Called when the user presses a value that can be filtered by. */
  onValue?: (field: string, value: string) => void
  selected?: ReadonlySet<string>
  onSelect?: (id: string) => void
  isDim?: (row: Row) => boolean
  sorting?: Sorting
  /** Reports the visible rows. */
  onVisible?: (first: number, last: number) => void
  /** A change renders the visible rows again. */
  version?: unknown
  foot?: ReactNode
}

/** A virtualised table of any length. */
export function RowsTable<Row>(props: RowsTableProps<Row>) {
  const { label, columns, count, rowAt, idOf, active, selected, onVisible } = props
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

  useEffect(() => onVisible?.(first, last), [onVisible, first, last, count])
  useEffect(() => {
    if (active >= 0) virtual.scrollToIndex(active, { align: 'auto' })
  }, [active, virtual])

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
      style={{ '--tracks': columns.map(({ width }) => width).join(' ') }}
      onClick={(event) => press(event, props)}
    >
      <div className={styles.width}>
        <RowsHead columns={columns} sorting={props.sorting} />
        <div className={styles.body} role="rowgroup" style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const row = rowAt(index)
            return (
              <TableRow
                // Reuse the element of a row that scrolls out of view: updating an element is cheaper than creating
                // one.
                key={index % pool.current}
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
function press<Row>({ target }: MouseEvent, { rowAt, idOf, onValue, onSelect, onActive, onOpen }: RowsTableProps<Row>) {
  if (!(target instanceof Element)) return
  const index = Number(target.closest<HTMLElement>('[data-index]')?.dataset.index ?? -1)
  const row = index >= 0 ? rowAt(index) : undefined
  if (row === undefined) return
  onActive(index)
  const value = target.closest<HTMLElement>('[data-field]')?.dataset
  if (target.closest('[data-select]')) onSelect?.(idOf(row))
  else if (value?.field && value.value !== undefined && onValue) onValue(value.field, value.value)
  else if (!target.closest('a')) onOpen(index)
}
