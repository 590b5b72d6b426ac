import {
  DetectorMark,
  detectorName,
  RiskMark,
  SeverityBadge,
  severityKey,
  StatusMark,
  Tag,
} from '../../kit/feedback/badge.tsx'
import { SelectBox } from '../../kit/table/select-box.tsx'
import type { Column } from '../../kit/table/table-row.tsx'
import { Value } from '../../kit/value/value.tsx'
import { text } from '../../texts/text.ts'
import { type Clock, timeText } from '../../time/format.ts'
import type { AlertRow } from './alert-row.ts'

/** A column that the user can show, with its value for CSV export. */
export interface AlertColumn extends Column<AlertRow> {
  plain: (row: AlertRow) => unknown
}

/** The default columns. */
export const usualColumns = ['date', 'severity', 'risk', 'name', 'type', 'src_ip', 'dest_ip', 'probe', 'status']

/** All columns, in order. */
export function alertColumns(clock: Clock): readonly AlertColumn[] {
  return [
    {
      id: 'date',
      title: text('alert.date'),
      width: '136px',
      sort: 'date',
      cell: ({ id }) => (
        <time dateTime={id} title={timeText(id, 'instant', clock)}>
          {timeText(id, 'row', clock)}
        </time>
      ),
      plain: ({ id }) => id,
    },
    {
      id: 'severity',
      title: text('alert.severity'),
      width: '92px',
      cell: ({ severity }) => <SeverityCell severity={severity} />,
      plain: ({ severity }) => severity,
    },
    {
      id: 'risk',
      title: text('alert.risk'),
      width: '90px',
      sort: 'risk',
      cell: ({ risk }) => <RiskMark risk={risk} />,
      plain: ({ risk }) => risk,
    },
    {
      id: 'name',
      title: text('alert.name'),
      width: 'minmax(160px, 2fr)',
      cell: ({ name }) => <Value filter="name" value={name} />,
      plain: ({ name }) => name,
    },
    {
      id: 'type',
      title: text('alert.type'),
      width: '96px',
      cell: ({ type }) => (
        <Value filter="type" value={type} name={detectorName(type)}>
          <DetectorMark type={type} />
        </Value>
      ),
      plain: ({ type }) => detectorName(type),
    },
    {
      id: 'src_ip',
      title: text('alert.source'),
      width: 'minmax(118px, 0.4fr)',
      cell: ({ src_ip }) => <Value filter="src_ip" value={src_ip} isAddress />,
      plain: ({ src_ip }) => src_ip,
    },
    {
      id: 'dest_ip',
      title: text('alert.destination'),
      width: 'minmax(118px, 0.4fr)',
      cell: ({ dest_ip }) => <Value filter="dest_ip" value={dest_ip} isAddress />,
      plain: ({ dest_ip }) => dest_ip,
    },
    {
      id: 'probe',
      title: text('alert.probe'),
      width: 'minmax(104px, 0.45fr)',
      cell: ({ probe }) => <Value filter="probe_id" value={String(probe.id)} name={probe.fqdn} />,
      plain: ({ probe }) => probe.fqdn,
    },
    {
      id: 'status',
      title: text('alert.status'),
      width: '110px',
      cell: ({ mark }) => <StatusMark status={mark.status} />,
      plain: ({ mark }) => mark.status,
    },
    {
      id: 'verdict',
      title: text('alert.verdict'),
      width: '116px',
      cell: ({ mark: { verdict } }) =>
        verdict && <Value filter="verdict" value={verdict} name={text(`verdict.${verdict}`)} />,
      plain: ({ mark }) => mark.verdict,
    },
    {
      id: 'assignee',
      title: text('alert.assignee'),
      width: '116px',
      cell: ({ mark: { assignee } }) => <Value filter="assignee" value={assignee ?? ''} />,
      plain: ({ mark }) => mark.assignee,
    },
    {
      id: 'tags',
      title: text('alert.tags'),
      width: '150px',
      cell: ({ mark }) =>
        mark.tags.map((tag) => (
          <Value key={tag} filter="tag" value={tag}>
            <Tag name={tag} />
          </Value>
        )),
      plain: ({ mark }) => mark.tags.join(' '),
    },
    {
      id: 'note',
      title: text('alert.note'),
      width: '200px',
      cell: ({ mark }) => mark.note,
      plain: ({ mark }) => mark.note,
    },
    {
      id: 'description',
      title: text('alert.description'),
      width: 'minmax(320px, 1.4fr)',
      cell: ({ description }) => description,
      plain: ({ description }) => description,
    },
    {
      id: 'received',
      title: text('alert.received'),
      width: '172px',
      cell: ({ received }) => timeText(received, 'second', clock),
      plain: ({ received }) => received,
    },
    {
      id: 'uuid',
      title: text('alert.uuid'),
      width: '330px',
      cell: ({ uuid }) => <code>{uuid}</code>,
      plain: ({ uuid }) => uuid,
    },
  ]
}

/** An alert without a severity has no value to filter by. */
function SeverityCell({ severity }: Pick<AlertRow, 'severity'>) {
  const badge = <SeverityBadge severity={severity} />
  if (severity === null) return badge
  return (
    <Value filter="severity" value={String(severity)} name={text(severityKey(severity))}>
      {badge}
    </Value>
  )
}

/** The column with the checkboxes. */
export const selectColumn: Column<AlertRow> = {
  id: 'select',
  title: '',
  width: '34px',
  cell: ({ name }, isSelected) => <SelectBox isSelected={isSelected} label={text('alerts.chooseOne', { name })} />,
}
