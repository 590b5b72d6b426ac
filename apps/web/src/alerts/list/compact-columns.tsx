import { RiskMark, SeverityBadge } from '../../kit/feedback/badge.tsx'
import { Value } from '../../kit/value/value.tsx'
import { text } from '../../texts/text.ts'
import { type Clock, timeText } from '../../time/format.ts'
import styles from '../alerts.module.css'
import type { AlertColumn } from './alert-columns.tsx'
import type { AlertRow } from './alert-row.ts'
import { GroupCount } from './group-columns.tsx'

/** The height of a row with two lines, and of one with three. */
export const compactRowHeight = { beside: 52, narrow: 78 } as const

/** Several lines per row, for the list next to an open alert and on a phone. */
export function compactColumns(clock: Clock, isNarrow: boolean): readonly AlertColumn[] {
  return isNarrow ? [risk, nameAndTime(clock)] : [risk, name, time(clock)]
}

const risk: AlertColumn = {
  id: 'risk',
  title: text('alert.risk'),
  width: '94px',
  sort: 'risk',
  cell: (row) => (
    <span className={styles.lines}>
      <SeverityBadge severity={row.severity} />
      <RiskMark risk={row.risk} />
    </span>
  ),
  plain: (row) => row.risk,
}

const name: AlertColumn = {
  id: 'name',
  title: text('alert.name'),
  width: 'minmax(120px, 1fr)',
  cell: (row) => (
    <span className={styles.lines}>
      <Value filter="name" value={row.name} />
      <Ends row={row} />
    </span>
  ),
  plain: (row) => row.name,
}

function time(clock: Clock): AlertColumn {
  return {
    id: 'date',
    title: text('alert.date'),
    width: '98px',
    isNumeric: true,
    sort: 'date',
    cell: (row) => (
      <span className={`${styles.lines} ${styles.right}`}>
        {isGroup(row) && <GroupCount row={row} />}
        <Last row={row} clock={clock} />
      </span>
    ),
    plain: (row) => row.id,
  }
}

function nameAndTime(clock: Clock): AlertColumn {
  return {
    ...name,
    title: text('alert.date'),
    sort: 'date',
    cell: (row) => (
      <span className={styles.lines}>
        <Value filter="name" value={row.name} />
        <Ends row={row} />
        <span className={styles.ends}>
          <Last row={row} clock={clock} />
          {isGroup(row) && <GroupCount row={row} />}
        </span>
      </span>
    ),
  }
}

function isGroup({ grouped }: AlertRow): boolean {
  return grouped !== undefined && grouped.count > 1
}

function Ends({ row: { src_ip, dest_ip } }: { row: AlertRow }) {
  return (
    <span className={styles.ends}>
      <Value filter="src_ip" value={src_ip} isAddress />
      {src_ip && dest_ip && '→'}
      <Value filter="dest_ip" value={dest_ip} isAddress />
    </span>
  )
}

/** When the alert, or the last one of the group, happened. */
function Last({ row: { id, grouped }, clock }: { row: AlertRow; clock: Clock }) {
  const at = grouped?.last ?? id
  return (
    <time dateTime={at} title={timeText(at, 'instant', clock)}>
      {timeText(at, 'row', clock).slice(0, 'MM-DD HH:MM'.length)}
    </time>
  )
}
