import type { Probe } from '@watchpost/contract'
import type { PlainColumn } from '../parts/plain-table.tsx'
import { StateMark } from '../parts/state-mark.tsx'
import { Link } from '../shell/link.tsx'
import { numberText, text } from '../texts/text.ts'
import { lengthText } from '../time/format.ts'
import { stateOf, toneOf, troublesOf } from './probe-state.ts'
import { troubleText } from './trouble-text.ts'

/** The columns of the list of probes, as it was read at this time. */
export function probeColumns(readAt: number): readonly PlainColumn<Probe>[] {
  const count = (id: 'received' | 'waiting' | 'missing', title: string): PlainColumn<Probe> => ({
    id,
    title,
    isNumeric: true,
    cell: ({ ledger }) => numberText(ledger?.[id] ?? 0),
  })
  return [
    {
      id: 'name',
      title: text('probes.name'),
      cell: ({ id, fqdn }) => (
        <Link to="/probe" query={{ id: String(id) }}>
          {fqdn}
        </Link>
      ),
    },
    { id: 'number', title: text('probes.number'), isNumeric: true, cell: ({ id }) => id },
    { id: 'state', title: text('probes.state'), cell: (probe) => <ProbeStateMark probe={probe} readAt={readAt} /> },
    {
      id: 'seen',
      title: text('probes.seen'),
      cell: ({ last_seen_at: at }) =>
        at === null
          ? text('probes.never')
          : text('probes.ago', { ago: lengthText(Math.max(0, readAt - Date.parse(at))) }),
    },
    count('received', text('probes.received')),
    count('waiting', text('probes.waiting')),
    count('missing', text('probes.missing')),
    {
      id: 'limit',
      title: text('probes.limit'),
      cell: ({ events_per_second: limit }) => (limit === null ? text('probes.limitDefault') : numberText(limit)),
    },
  ]
}

/** The state of a probe; what is wrong with it is told to who points at it, and on its own page. */
export function ProbeStateMark({ probe, readAt }: { probe: Probe; readAt: number }) {
  const state = stateOf(probe, readAt)
  const troubles = state === 'trouble' ? troublesOf(probe).map(troubleText).join(' ') : ''
  return (
    <span title={troubles}>
      <StateMark tone={toneOf(state)}>{text(`probe.state.${state}`)}</StateMark>
    </span>
  )
}
