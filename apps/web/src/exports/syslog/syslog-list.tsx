import type { SyslogExport } from '@watchpost/contract'
import { useState } from 'react'
import { Answered } from '../../kit/feedback/answered.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { Dialog } from '../../kit/feedback/dialog.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Explained } from '../../kit/layout/plain-page.tsx'
import { type PlainColumn, PlainTable } from '../../kit/table/plain-table.tsx'
import { Link } from '../../kit/navigation/link.tsx'
import { useMay } from '../../session/session.ts'
import { numberText, text } from '../../texts/text.ts'
import { lengthText } from '../../time/format.ts'
import { ExportStatusMark } from '../export-status.tsx'
import { nextNumber } from './general-fields.ts'
import { NewSyslogForm } from './new-syslog.tsx'
import { useSyslogExports } from './use-syslog.ts'

/** All receivers and their lag. */
export function SyslogList() {
  const asked = useSyslogExports()
  const mayWrite = useMay()('export:write')
  const [isAdding, setAdding] = useState(false)
  const add = (
    <Button look="main" icon="plus" onPress={() => setAdding(true)}>
      {text('exports.add')}
    </Button>
  )
  return (
    <>
      <Explained>{text('exports.syslogAbout')}</Explained>
      <Panel title={text('exports.syslog')} isFlush aside={mayWrite && add}>
        <Answered asked={asked} isEmpty={(all) => all.length === 0} empty={text('exports.none')}>
          {(all) => (
            <PlainTable
              label={text('exports.syslog')}
              columns={columns}
              rows={all}
              idOf={({ id }) => id}
              isDim={({ general }) => !general.enabled}
            />
          )}
        </Answered>
      </Panel>
      <Dialog title={text('syslog.newTitle')} isOpen={isAdding} onClose={() => setAdding(false)}>
        <NewSyslogForm first={nextNumber(asked.data ?? [])} onClose={() => setAdding(false)} />
      </Dialog>
    </>
  )
}

const columns: readonly PlainColumn<SyslogExport>[] = [
  {
    id: 'id',
    title: text('exports.number'),
    cell: ({ id }) => (
      <Link to="/export" query={{ id: String(id) }}>
        {text('exports.open', { id: String(id) })}
      </Link>
    ),
  },
  {
    id: 'receiver',
    title: text('exports.receiver'),
    cell: ({ general: { hostname, port, transport } }) =>
      text('exports.receiverOf', {
        host: hostname,
        port: String(port),
        transport: text(`exports.transport.${transport}`),
      }),
  },
  { id: 'state', title: text('exports.state'), cell: ({ state }) => <ExportStatusMark status={state.status} /> },
  {
    id: 'behind',
    title: text('exports.behind'),
    isNumeric: true,
    cell: ({ state }) =>
      text('exports.behindOf', { count: state.lag_events, age: lengthText(state.lag_seconds * 1_000) }),
  },
  {
    id: 'rate',
    title: text('exports.rate'),
    isNumeric: true,
    cell: ({ state }) => numberText(Math.round(state.rate)),
  },
]
