import type { DeadLetter } from '@watchpost/contract'
import type { Column } from '../kit/table/table-row.tsx'
import { Value } from '../kit/value/value.tsx'
import { bytesText } from '../texts/bytes.ts'
import { numberText, text } from '../texts/text.ts'
import { type Clock, timeText } from '../time/format.ts'
import styles from './dead-letters.module.css'

/** The columns next to an open dead letter or on a narrow screen. */
const few = new Set(['parked', 'reason', 'event'])

/** The columns of the dead letter list. */
export function letterColumns(clock: Clock, isNarrow: boolean): readonly Column<DeadLetter>[] {
  const all: readonly Column<DeadLetter>[] = [
    {
      id: 'number',
      title: text('letters.number'),
      width: '84px',
      isNumeric: true,
      cell: ({ number }) => numberText(number),
    },
    {
      id: 'parked',
      title: text('letters.parked'),
      width: isNarrow ? '124px' : '158px',
      cell: ({ parked_at }) => timeText(parked_at, isNarrow ? 'minute' : 'second', clock),
    },
    {
      id: 'reason',
      title: text('letters.reason'),
      width: isNarrow ? '160px' : '172px',
      cell: ({ reason }) => <Value filter="reason" value={reason} name={text(`letters.reason.${reason}`)} />,
    },
    {
      id: 'probe',
      title: text('letters.probe'),
      width: '190px',
      cell: ({ probe_id, probe_fqdn }) => <Value filter="probe" value={String(probe_id)} name={probe_fqdn} />,
    },
    {
      id: 'size',
      title: text('letters.size'),
      width: '84px',
      isNumeric: true,
      cell: ({ size_bytes }) => bytesText(size_bytes),
    },
    {
      id: 'event',
      title: text('letters.event'),
      width: 'minmax(120px, 1fr)',
      cell: ({ event }) => <span className={styles.preview}>{event}</span>,
    },
    {
      id: 'retries',
      title: text('letters.retries'),
      width: '120px',
      cell: ({ is_retried, retries }) => stateOf(is_retried, retries),
    },
  ]
  return isNarrow ? all.filter(({ id }) => few.has(id)) : all
}

function stateOf(isRetried: boolean, retries: number): string {
  if (isRetried) return text('letters.isRetried')
  return retries === 0 ? '' : text('letters.cameBack', { count: retries })
}
