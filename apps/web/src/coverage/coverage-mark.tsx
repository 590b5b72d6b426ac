import { Link } from '../kit/navigation/link.tsx'
import { usePreferences } from '../kit/state/preferences.ts'
import { text } from '../texts/text.ts'
import type { TimeRange } from '../time/range.ts'
import { headlineOf } from './coverage-words.ts'
import styles from './mark.module.css'
import { useCoverage } from './use-coverage.ts'

/**
 * The header's statement, on every page: whether anything is outstanding now, and whether the range is complete. It
 * leads to the page that says why.
 *
 * Hooks that the proofs read, here and in the other parts of this folder:
 * - `data-coverage="complete|incomplete|unknown"` on this link, with `data-open`, the number of causes that are open;
 * - `data-coverage-strip` on a strip; each of its hours has `data-hour` (ISO 8601) and `data-state`, as above;
 * - `data-coverage-note` on what is said of an empty result, and `data-coverage-line` on what is said next to results,
 *   with the state as their value;
 * - `data-coverage-causes` on the list of causes of the overview, `data-cause` on each of a full list;
 * - `data-blind="from/to"` (ISO 8601) on each hatched area of a chart, with `data-kind="blind|partial|unknown"`.
 */
export function CoverageMark({ range }: { range?: TimeRange | undefined }) {
  const { clock } = usePreferences()
  const { state, open, words } = headlineOf(useCoverage(range ? { range } : {}), clock)
  return (
    <>
      <Link
        to="/coverage"
        className={styles.mark}
        label={words}
        title={text('coverage.about')}
        data-coverage={state}
        data-open={String(open)}
      >
        <i aria-hidden="true" />
        <span>{words}</span>
      </Link>
      {/* Without figures: a state that changes is worth saying, a count that moves is not. */}
      <span className="visually-hidden" role="status">
        {text(`coverage.state.${state}`)}
      </span>
    </>
  )
}
