import { Answered, type Asked } from '../../kit/feedback/answered.tsx'
import { numberText, text } from '../../texts/text.ts'
import type { SearchFilter } from '../../kit/navigation/search-state.ts'
import styles from '../search.module.css'
import type { Facet } from '../use-search.ts'

interface FacetListProps {
  survey: Asked<{ facets: readonly Facet[] }>
  onAdd: (filter: SearchFilter) => void
}

/** The most frequent values. Pressing one filters by it; the button next to it excludes it. */
export function FacetList({ survey, onAdd }: FacetListProps) {
  return (
    <Answered asked={survey}>
      {({ facets }) =>
        facets
          .filter(({ buckets }) => buckets.length > 0)
          .map(({ field, buckets }) => (
            <section key={field} className={styles.facet} aria-label={field}>
              <h2>{field}</h2>
              {buckets.map(({ value, count }) => (
                <div key={value} className={styles.choice}>
                  <button
                    type="button"
                    title={value}
                    aria-label={text('search.only', { field, value })}
                    onClick={() => onAdd({ operator: 'is', field, value })}
                  >
                    {value}
                  </button>
                  <span>{numberText(count)}</span>
                  <button
                    type="button"
                    className={styles.exclude}
                    aria-label={text('search.without', { field, value })}
                    onClick={() => onAdd({ operator: 'not', field, value })}
                  >
                    −
                  </button>
                </div>
              ))}
            </section>
          ))
      }
    </Answered>
  )
}
