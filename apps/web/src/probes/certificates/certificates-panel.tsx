import type { ProbeCertificate } from '@watchpost/contract'
import { Panel } from '../../kit/layout/panel.tsx'
import { Explained } from '../../kit/layout/plain-page.tsx'
import { type PlainColumn, PlainTable } from '../../kit/table/plain-table.tsx'
import { StateMark, type Tone } from '../../kit/feedback/state-mark.tsx'
import { type Preferences, usePreferences } from '../../kit/state/preferences.ts'
import { text } from '../../texts/text.ts'
import { timeText } from '../../time/format.ts'

/** Enough digits to tell certificates apart; the tooltip has all of them. */
const shownDigits = 16

const tones: Record<ProbeCertificate['state'], Tone> = {
  'in-use': 'good',
  unused: 'warning',
  superseded: 'off',
  replaced: 'off',
  revoked: 'off',
  expired: 'off',
}

/** All stored certificates of a probe, and how each was used. */
export function CertificatesPanel({ certificates }: { certificates: readonly ProbeCertificate[] }) {
  const { clock } = usePreferences()
  return (
    <Panel title={text('probe.certificates')} isFlush={certificates.length > 0}>
      {certificates.length === 0 ? (
        <Explained>{text('probe.noCertificate')}</Explained>
      ) : (
        <PlainTable
          label={text('probe.certificates')}
          columns={columnsOf(clock)}
          rows={certificates}
          idOf={(each) => each.fingerprint_sha256}
          isDim={({ state }) => tones[state] === 'off'}
        />
      )}
    </Panel>
  )
}

function columnsOf(clock: Preferences['clock']): readonly PlainColumn<ProbeCertificate>[] {
  const time = (at: string | null) => (at === null ? text('probes.never') : timeText(at, 'second', clock))
  return [
    {
      id: 'state',
      title: text('probes.state'),
      cell: ({ state }) => <StateMark tone={tones[state]}>{text(`certificate.state.${state}`)}</StateMark>,
    },
    {
      id: 'fingerprint',
      title: text('probe.fingerprint'),
      cell: ({ fingerprint_sha256: print }) => <code title={print}>{print.slice(0, shownDigits)}</code>,
    },
    { id: 'issued', title: text('probe.issued'), cell: ({ issued_at: at }) => time(at) },
    { id: 'expires', title: text('probe.expires'), cell: ({ not_after: at }) => time(at) },
    { id: 'first', title: text('probe.firstUsed'), cell: ({ first_used_at: at }) => time(at) },
    { id: 'last', title: text('probe.lastUsed'), cell: ({ last_used_at: at }) => time(at) },
    { id: 'network', title: text('probe.lastNetwork'), cell: ({ last_network: network }) => network ?? '–' },
  ]
}
