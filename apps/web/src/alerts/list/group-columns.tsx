import { numberText, text } from '../../texts/text.ts'
import { type Clock, periodText, timeText } from '../../time/format.ts'
import rows from '../../kit/table/rows-table.module.css'
import type { AlertColumn } from './alert-columns.tsx'
import type { AlertRow } from './alert-row.ts'

/** The columns whose values are the same for all alerts of a group, or that a group has itself. */
const ofGroups = new Set(['date', 'severity', 'risk', 'name', 'type', 'src_ip', 'dest_ip'])

/** The columns of the grouped list: those chosen for single alerts that make sense, and the number of alerts. */
export function groupColumns(columns: readonly AlertColumn[], clock: Clock): readonly AlertColumn[] {
  return columns
    .filter(({ id }) => ofGroups.has(id))
    .flatMap((column) => {
      if (column.id === 'date') return [{ ...column, ...periodColumn(clock) }]
      return column.id === 'name' ? [column, countColumn] : [column]
    })
}

function periodColumn(clock: Clock): Pick<AlertColumn, 'title' | 'width' | 'cell'> {
  return {
    title: text('alert.firstLast'),
    width: '192px',
    cell: ({ id, grouped: { first, last } = { first: id, last: id } }) => (
      <time dateTime={last} title={`${timeText(first, 'instant', clock)} – ${timeText(last, 'instant', clock)}`}>
        {periodText(first, last, clock)}
      </time>
    ),
  }
}

const countColumn: AlertColumn = {
  id: 'count',
  title: text('alerts.groupCount'),
  width: '76px',
  isNumeric: true,
  cell: (row) => <GroupCount row={row} />,
  plain: ({ grouped }) => grouped?.count ?? 1,
}

/** The number of alerts in a group. Pressing it lists them. */
export function GroupCount({ row: { name, grouped } }: { row: AlertRow }) {
  const count = grouped?.count ?? 1
  if (count === 1) return '1'
  return (
    <button
      type="button"
      tabIndex={-1}
      className={rows.expand}
      data-expand
      aria-label={text('alerts.showGroup', { count, name })}
    >
      {numberText(count)}
    </button>
  )
}
