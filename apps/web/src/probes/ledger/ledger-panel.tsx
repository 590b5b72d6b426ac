import type { LedgerTotals, ProbeLedger } from '@watchpost/contract'
import { Answered } from '../../kit/feedback/answered.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Explained } from '../../kit/layout/plain-page.tsx'
import { type PlainColumn, PlainTable } from '../../kit/table/plain-table.tsx'
import { Link } from '../../kit/navigation/link.tsx'
import { usePreferences } from '../../kit/state/preferences.ts'
import { useMay } from '../../session/session.ts'
import { numberText, type PlainKey, text } from '../../texts/text.ts'
import { timeText } from '../../time/format.ts'
import { BarRow } from './bar-row.tsx'
import { barsOf } from './ledger-bars.ts'
import styles from '../probes.module.css'
import { useProbeLedger } from '../use-probes.ts'

/** The status of every sequence number of a probe: received, indexed, exported or missing. */
export function LedgerPanel({ id }: { id: number }) {
  const asked = useProbeLedger(id)
  return (
    <Panel title={text('ledger.title')}>
      <Answered asked={asked} isEmpty={({ streams }) => streams.length === 0} empty={text('ledger.none')}>
        {(ledger) => (
          <>
            <Totals probe={id} totals={ledger.totals} />
            {ledger.streams.map((stream, index) => (
              // The progress of exports is known per probe, so show it once, at the current stream.
              <StreamBars key={stream.stream} stream={stream} exports={index === 0 ? ledger.exports : []} />
            ))}
            {ledger.is_truncated && <Explained>{text('ledger.more')}</Explained>}
          </>
        )}
      </Answered>
    </Panel>
  )
}

const shown: readonly { name: keyof LedgerTotals; title: PlainKey; isBad?: boolean }[] = [
  { name: 'received', title: 'ledger.received' },
  { name: 'indexed', title: 'ledger.indexed' },
  { name: 'waiting', title: 'ledger.waiting' },
  { name: 'missing', title: 'ledger.missing', isBad: true },
  { name: 'dead_lettered', title: 'ledger.dead' },
  { name: 'abandoned', title: 'ledger.abandoned' },
  { name: 'expired', title: 'ledger.expired' },
]

function Totals({ probe, totals }: { probe: number; totals: LedgerTotals }) {
  const may = useMay()
  return (
    <dl className={styles.totals}>
      {shown.map(({ name, title, isBad = false }) => (
        <div key={name} data-bad={isBad && totals[name] > 0}>
          <dt>{text(title)}</dt>
          <dd>
            {name === 'dead_lettered' && totals[name] > 0 && may('dead-letter:read') ? (
              <Link
                to="/dead-letters"
                query={{ probe: String(probe) }}
                label={text('letters.showCount', { count: totals[name] })}
              >
                {numberText(totals[name])}
              </Link>
            ) : (
              numberText(totals[name])
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

type Stream = ProbeLedger['streams'][number]

function StreamBars({ stream, exports }: { stream: Stream; exports: ProbeLedger['exports'] }) {
  const { clock } = usePreferences()
  const words = {
    first: timeText(stream.began_at, 'second', clock),
    last: timeText(stream.changed_at, 'second', clock),
    next: Math.max(0, stream.next_sequence - 1),
  }
  return (
    <section className={styles.stream} aria-label={text('ledger.stream', { stream: stream.stream.slice(0, 8) })}>
      <h3>
        {text('ledger.stream', { stream: stream.stream.slice(0, 8) })}{' '}
        <span className={styles.faint}>{text('ledger.streamWords', words)}</span>
      </h3>
      {barsOf(stream, exports).map((bar) => (
        <BarRow key={bar.id} bar={bar} />
      ))}
      {stream.gaps.length > 0 && (
        <PlainTable label={text('ledger.gaps')} columns={gapColumns} rows={stream.gaps} idOf={({ first }) => first} />
      )}
      {stream.is_truncated && <Explained>{text('ledger.more')}</Explained>}
    </section>
  )
}

type Gap = Stream['gaps'][number]

const gapWords: Record<Gap['state'], PlainKey> = {
  open: 'ledger.open',
  abandoned: 'ledger.isAbandoned',
  expired: 'ledger.isExpired',
}

const gapColumns: readonly PlainColumn<Gap>[] = [
  {
    id: 'numbers',
    title: text('ledger.numbers'),
    cell: ({ first, last }) => `${numberText(first)} – ${numberText(last)}`,
  },
  { id: 'count', title: text('ledger.count'), isNumeric: true, cell: ({ count }) => numberText(count) },
  { id: 'state', title: text('ledger.state'), cell: ({ state }) => text(gapWords[state]) },
  { id: 'reason', title: text('ledger.reason'), cell: ({ reason }) => reason ?? '' },
]
