import { memo, type ReactNode } from 'react'
import styles from './rows-table.module.css'

export interface Column<Row> {
  id: string
  title: string
  /** A CSS grid track: `150px`, `minmax(200px, 1fr)`. */
  width: string
  isNumeric?: boolean
  /** The sort key of a sortable column. */
  sort?: string
  cell: (row: Row, isSelected: boolean) => ReactNode
}

interface TableRowProps<Row> {
  id: string
  index: number
  start: number
  row: Row | undefined
  columns: readonly Column<Row>[]
  isActive: boolean
  isSelected: boolean | undefined
  isDim: boolean
}

function Row<Data>({ id, index, start, row, columns, isActive, isSelected, isDim }: TableRowProps<Data>) {
  return (
    <div
      id={id}
      className={styles.row}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-index={index}
      data-active={isActive}
      data-dim={isDim}
      style={{ transform: `translateY(${start}px)` }}
    >
      {columns.map((column) => (
        <div
          key={column.id}
          role="gridcell"
          className={column.isNumeric ? `${styles.cell} ${styles.numeric}` : styles.cell}
        >
          {row === undefined ? <i className={styles.bone} /> : column.cell(row, isSelected ?? false)}
        </div>
      ))}
    </div>
  )
}

/** Renders again only when its props change. */
export const TableRow = memo(Row) as typeof Row
