import { Answered } from '../kit/feedback/answered.tsx'
import { useClient } from '../server/server.tsx'
import { Link } from '../kit/navigation/link.tsx'
import type { QueryPatch } from '../kit/navigation/place.ts'
import { numberText, type PlainKey, text } from '../texts/text.ts'
import { useRanged } from '../range/use-ranged.ts'
import { type Figures, readFigures } from './overview-data.ts'
import styles from './overview.module.css'

const shown: readonly { part: keyof Figures; name: PlainKey; to: string; query: QueryPatch; isBad?: boolean }[] = [
  { part: 'alerts', name: 'overview.figureAlerts', to: '/alerts', query: { status: 'all' } },
  { part: 'open', name: 'overview.figureOpen', to: '/alerts', query: { status: null } },
  { part: 'high', name: 'overview.figureHigh', to: '/alerts', query: { status: 'all', severity: '1' }, isBad: true },
  { part: 'events', name: 'overview.figureEvents', to: '/search', query: {} },
]

/** Four counts; each links to what it counts. */
export function FigureRow() {
  const client = useClient()
  const asked = useRanged('figures', [], (span, signal) => readFigures(client, span, signal))
  return (
    <Answered asked={asked}>
      {(figures) => (
        <div className={styles.figures}>
          {shown.map(({ part, name, to, query, isBad = false }) => (
            <Link key={part} to={to} query={query} className={styles.figure}>
              <dl data-bad={isBad && figures[part] > 0}>
                <dt>{text(name)}</dt>
                <dd>{numberText(figures[part])}</dd>
              </dl>
            </Link>
          ))}
        </div>
      )}
    </Answered>
  )
}
