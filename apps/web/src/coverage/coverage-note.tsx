import { Link } from '../kit/navigation/link.tsx'
import { usePreferences } from '../kit/state/preferences.ts'
import { text } from '../texts/text.ts'
import { lineWords, otherCauses, zeroWords } from './coverage-words.ts'
import styles from './coverage.module.css'
import { useCoverage } from './use-coverage.ts'

interface Concern {
  /** Limits the note to this probe. */
  probeId?: number | undefined
}

const shownCauses = 3

interface NoteProps extends Concern {
  /** Without the causes, which the page shows elsewhere. */
  isBrief?: boolean
}

/** Shown with an empty result: whether nothing happened or events may be missing. */
export function CoverageNote({ probeId, isBrief = false }: NoteProps) {
  const { clock } = usePreferences()
  const known = useCoverage({ probeId })
  const words = zeroWords(known, clock)
  if (words === undefined) return null
  const state = typeof known === 'string' ? 'unknown' : known.state
  const others = typeof known === 'string' || isBrief ? [] : otherCauses(known, clock).slice(0, shownCauses)
  return (
    <span className={styles.note} data-coverage-note={state}>
      <span>{words}</span> {others.length > 0 && <span>{others.join('; ')}</span>}{' '}
      {state !== 'complete' && <Link to="/coverage">{text('coverage.allRange')}</Link>}
    </span>
  )
}

/** The coverage next to results, with a link to its causes. An empty result has the note instead. */
export function CoverageLine({ probeId }: Concern) {
  const { clock } = usePreferences()
  const known = useCoverage({ probeId })
  const state = typeof known === 'string' ? 'unknown' : known.state
  return (
    <Link to="/coverage" className={styles.line} data-coverage-line={state}>
      {lineWords(known, clock)}
    </Link>
  )
}
