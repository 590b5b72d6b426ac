import { Link } from '../kit/navigation/link.tsx'
import { usePreferences } from '../kit/state/preferences.ts'
import { text } from '../texts/text.ts'
import type { TimeRange } from '../time/range.ts'
import { headlineOf } from './coverage-words.ts'
import styles from './mark.module.css'
import { useCoverage } from './use-coverage.ts'

/**
 * The coverage state in the header of every page: whether causes are open now, and whether the range is complete. It
 * links to the coverage page.
 *
 * Attributes that the proofs read, here and in the other components of this folder:
 * - `data-coverage="complete|incomplete|unknown"` on this link, with `data-open`, the number of open causes;
 * - `data-coverage-strip` on a strip; each of its hours has `data-hour` (ISO 8601) and `data-state`, as above;
 * - `data-coverage-note` on the text for an empty result, and `data-coverage-line` on the text next to results, with
 *   the state as their value;
 * - `data-coverage-causes` on the overview's list of causes, `data-cause` on each cause of a full list;
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
      {/* Without counts: screen readers should announce a new state, not every new number. */}
      <span className="visually-hidden" role="status">
        {text(`coverage.state.${state}`)}
      </span>
    </>
  )
}
