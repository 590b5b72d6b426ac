import type { Probe } from '@watchpost/contract'
import { probeWords } from '../coverage/probe-words.ts'
import { silentProbesOf } from '../coverage/coverage-words.ts'
import type { Known } from '../coverage/use-coverage.ts'
import type { PlainColumn } from '../kit/table/plain-table.tsx'
import { StateMark } from '../kit/feedback/state-mark.tsx'
import { Link } from '../kit/navigation/link.tsx'
import { usePreferences } from '../kit/state/preferences.ts'
import { numberText, text } from '../texts/text.ts'
import { lengthText } from '../time/format.ts'
import { stateOf, toneOf, troublesOf } from './probe-state.ts'
import { troubleText } from './trouble-text.ts'

/** The columns of the probe list as read at this time, with coverage. */
export function probeColumns(readAt: number, known: Known): readonly PlainColumn<Probe>[] {
  const silent = silentProbesOf(known)
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
    {
      id: 'state',
      title: text('probes.state'),
      cell: (probe) => <ProbeStateMark probe={probe} readAt={readAt} silent={silent} />,
    },
    { id: 'coverage', title: text('coverage.column'), cell: (probe) => <ProbeGaps probe={probe} known={known} /> },
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

/** The coverage problems of a probe. A truncated statement says nothing about probes it does not list. */
function ProbeGaps({ probe: { id, last_seen_at: seen }, known }: { probe: Probe; known: Known }) {
  const { clock } = usePreferences()
  if (typeof known === 'string') return text(`coverage.${known}`)
  if (seen === null) return text('coverage.notHeard')
  const probe = known.probes.find((each) => each.id === id)
  if (probe) return probeWords(probe, known.at, clock)
  if (known.is_truncated) return text('coverage.hour.unknown')
  const isKnown = known.causes.every(({ cause }) => cause !== 'unknown' && cause !== 'no_probes')
  return text(isKnown ? 'coverage.noGaps' : 'coverage.noKnownGaps')
}

interface ProbeStateMarkProps {
  probe: Probe
  readAt: number
  /** The silent probes, if known. */
  silent: ReadonlySet<number> | undefined
}

/** The state of a probe. The tooltip and the probe's page list its problems. */
export function ProbeStateMark({ probe, readAt, silent }: ProbeStateMarkProps) {
  const state = stateOf(probe, readAt, silent)
  const troubles = state === 'trouble' ? troublesOf(probe).map(troubleText).join(' ') : ''
  return (
    <span title={troubles}>
      <StateMark tone={toneOf(state)}>{text(`probe.state.${state}`)}</StateMark>
    </span>
  )
}
