import { counted, numberText, text } from '../../texts/text.ts'
import { barLength, type Bar } from './ledger-bars.ts'
import styles from '../probes.module.css'

/** One bar with its text. */
export function BarRow({ bar }: { bar: Bar }) {
  const { pieces, count, total } = bar
  const name = nameOf(bar)
  return (
    <div className={styles.bar}>
      <span>{name}</span>
      <svg
        viewBox={`0 0 ${barLength} 10`}
        preserveAspectRatio="none"
        role="img"
        aria-label={text('ledger.barWords', { name, count, total })}
      >
        {pieces.map(({ kind, start, width }) => (
          <rect key={`${kind} ${start}`} className={styles[kind]} x={start} y={0} width={width} height={10} />
        ))}
      </svg>
      <span>{bar.behind === undefined ? numberText(count) : counted('ledger.behind', bar.behind)}</span>
    </div>
  )
}

function nameOf({ id }: Bar): string {
  if (id === 'received') return text('ledger.received')
  if (id === 'indexed') return text('ledger.indexed')
  return text('ledger.exported', { id: id.slice('export '.length) })
}
