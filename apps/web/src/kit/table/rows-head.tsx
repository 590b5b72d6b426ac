import type { ReactNode } from 'react'
import { Icon } from '../controls/icon.tsx'
import styles from './rows-table.module.css'
import type { Column } from './table-row.tsx'

export interface Sorting {
  by: string
  isDescending: boolean
  onSort: (by: string, isDescending: boolean) => void
}

interface RowsHeadProps<Row> {
  columns: readonly Column<Row>[]
  /** Above the checkboxes of the rows. */
  select: ReactNode
  sorting: Sorting | undefined
}

/** The column headers; pressing a sortable one reverses its order. */
export function RowsHead<Row>({ columns, select, sorting }: RowsHeadProps<Row>) {
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" aria-rowindex={1} className={`${styles.row} ${styles.head}`}>
        {columns.map(({ id, title, sort, isNumeric }) => {
          const order = sorting && sort === sorting.by ? (sorting.isDescending ? 'descending' : 'ascending') : undefined
          return (
            <div
              key={id}
              role="columnheader"
              aria-sort={sort ? (order ?? 'none') : undefined}
              className={isNumeric ? `${styles.cell} ${styles.numeric}` : styles.cell}
            >
              {sort && sorting ? (
                <button
                  type="button"
                  className={styles.sort}
                  data-order={order}
                  onClick={(event) => {
                    event.stopPropagation()
                    sorting.onSort(sort, order !== 'descending')
                  }}
                >
                  {title}
                  <Icon name="down" size={12} />
                </button>
              ) : (
                title || select
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}
