import type { AuditEntryView } from '@watchpost/contract'
import type { PlainColumn } from '../kit/table/plain-table.tsx'
import { StateMark, type Tone } from '../kit/feedback/state-mark.tsx'
import { text } from '../texts/text.ts'
import { type Clock, timeText } from '../time/format.ts'
import styles from './audit.module.css'

const tones: Record<AuditEntryView['result'], Tone> = { ok: 'good', refused: 'warning', failed: 'bad' }

/** The columns of the audit log. */
export function auditColumns(clock: Clock): readonly PlainColumn<AuditEntryView>[] {
  return [
    {
      id: 'at',
      title: text('audit.at'),
      cell: ({ at }) => <span className={styles.line}>{timeText(at, 'second', clock)}</span>,
    },
    {
      id: 'actor',
      title: text('audit.actor'),
      cell: ({ actor, via, credential }) => (
        <div className={styles.who}>
          {actor || text('audit.stranger')}
          <div className={styles.faint}>{credential === null ? via : `${via} ${credential}`}</div>
        </div>
      ),
    },
    {
      id: 'action',
      title: text('audit.action'),
      cell: ({ action, object }) => (
        <>
          {action}
          <div className={styles.faint}>{object}</div>
        </>
      ),
    },
    {
      id: 'address',
      title: text('audit.address'),
      cell: ({ address }) => <span className={styles.line}>{address}</span>,
    },
    {
      id: 'result',
      title: text('audit.result'),
      cell: ({ result }) => <StateMark tone={tones[result]}>{text(`audit.result.${result}`)}</StateMark>,
    },
    { id: 'detail', title: text('audit.detail'), cell: (entry) => <Detail entry={entry} /> },
  ]
}

function Detail({ entry: { detail, before, after, request_id: request } }: { entry: AuditEntryView }) {
  const told = detail ?? ''
  const isChange = before !== null || after !== null
  return (
    <details className={styles.detail}>
      <summary>{told || (isChange ? JSON.stringify(after ?? before) : request)}</summary>
      {told && <p>{told}</p>}
      {isChange && (
        <dl>
          <dt>{text('audit.before')}</dt>
          <dd>{JSON.stringify(before)}</dd>
          <dt>{text('audit.after')}</dt>
          <dd>{JSON.stringify(after)}</dd>
        </dl>
      )}
      <div className={styles.faint}>{request}</div>
    </details>
  )
}
