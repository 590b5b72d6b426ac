import type { ReactNode } from 'react'
import styles from './plain-table.module.css'

export interface PlainColumn<Row> {
  id: string
  title: string
  isNumeric?: boolean
  /** The title is only for screen readers, for example above a column of buttons. */
  isUntitled?: boolean
  cell: (row: Row) => ReactNode
}

interface PlainTableProps<Row> {
  label: string
  columns: readonly PlainColumn<Row>[]
  rows: readonly Row[]
  idOf: (row: Row) => string | number
  isDim?: (row: Row) => boolean
}

/** A table of a few rows, all rendered. On a phone each row is a card. */
export function PlainTable<Row>({ label, columns, rows, idOf, isDim }: PlainTableProps<Row>) {
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ id, title, isNumeric, isUntitled }) => (
            <th key={id} scope="col" className={isNumeric ? styles.numeric : undefined}>
              {isUntitled ? <span className="visually-hidden">{title}</span> : title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={idOf(row)} data-dim={isDim?.(row) ?? false}>
            {columns.map(({ id, title, isNumeric, isUntitled, cell }) => (
              <td
                key={id}
                className={isUntitled ? styles.actions : isNumeric ? styles.numeric : undefined}
                data-title={isUntitled ? undefined : title}
              >
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
