import { counted, numberText, text } from '../../texts/text.ts'
import { laneLength, type Lane } from './ledger-lanes.ts'
import styles from '../probes.module.css'

/** One bar with its text. */
export function LaneRow({ lane }: { lane: Lane }) {
  const { pieces, count, total } = lane
  const name = nameOf(lane)
  return (
    <div className={styles.lane}>
      <span>{name}</span>
      <svg
        viewBox={`0 0 ${laneLength} 10`}
        preserveAspectRatio="none"
        role="img"
        aria-label={text('ledger.laneWords', { name, count, total })}
      >
        {pieces.map(({ kind, start, width }) => (
          <rect key={`${kind} ${start}`} className={styles[kind]} x={start} y={0} width={width} height={10} />
        ))}
      </svg>
      <span>{lane.behind === undefined ? numberText(count) : counted('ledger.behind', lane.behind)}</span>
    </div>
  )
}

function nameOf({ id }: Lane): string {
  if (id === 'received') return text('ledger.received')
  if (id === 'indexed') return text('ledger.indexed')
  return text('ledger.exported', { id: id.slice('export '.length) })
}
