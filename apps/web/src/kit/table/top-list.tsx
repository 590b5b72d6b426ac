import { Link } from '../navigation/link.tsx'
import type { QueryPatch } from '../navigation/place.ts'
import { ValueMore } from '../value/value.tsx'
import type { ValueFilter } from '../value/value-actions.ts'
import { numberText, text } from '../../texts/text.ts'
import styles from './top-list.module.css'

interface TopListProps {
  entries: readonly { value: string; count: number }[]
  /** The count of everything that is not listed. */
  others?: number
  /** Whether no count is too low. */
  isExact?: boolean
  /** The page that an entry links to. */
  to: string
  queryOf: (value: string) => QueryPatch
  /** The filter of alerts that the values belong to, for their menus. */
  filter?: ValueFilter
}

/** The most frequent values with counts and bars; each links to the events it counts. */
export function TopList({ entries, others = 0, isExact = true, to, queryOf, filter }: TopListProps) {
  const most = entries[0]?.count ?? 1
  return (
    <>
      <ol className={styles.list}>
        {entries.map(({ value, count }) => (
          <li key={value} className={styles.item}>
            <Link to={to} query={queryOf(value)} className={styles.entry}>
              <i style={{ width: `${(100 * count) / most}%` }} aria-hidden="true" />
              <span className={styles.name} title={value}>
                {value}
              </span>
              <span className={styles.count}>{numberText(count)}</span>
            </Link>
            {filter && <ValueMore filter={filter} value={value} />}
          </li>
        ))}
      </ol>
      {!isExact && <p className={styles.others}>{text('top.approximate')}</p>}
      {others > 0 && <p className={styles.others}>{text('top.others', { count: others })}</p>}
    </>
  )
}
