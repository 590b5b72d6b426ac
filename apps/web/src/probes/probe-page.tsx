import { silentProbesOf } from '../coverage/coverage-words.ts'
import { DayPanel } from '../coverage/day-panel.tsx'
import { useProbeDay } from '../coverage/use-coverage.ts'
import { Answered } from '../kit/feedback/answered.tsx'
import { Facts } from '../kit/table/facts.tsx'
import { Notice } from '../kit/feedback/notice.tsx'
import { Panel } from '../kit/layout/panel.tsx'
import { Halves, PageTitle, PlainPage } from '../kit/layout/plain-page.tsx'
import { usePlace } from '../kit/navigation/location.ts'
import { type Preferences, usePreferences } from '../kit/state/preferences.ts'
import { useMay } from '../session/session.ts'
import { text } from '../texts/text.ts'
import { timeText } from '../time/format.ts'
import type { Probe } from '@watchpost/contract'
import { CertificatesPanel } from './certificates/certificates-panel.tsx'
import { CloneNotice } from './certificates/clone-notice.tsx'
import { HealthPanel } from './health-panel.tsx'
import { LedgerPanel } from './ledger/ledger-panel.tsx'
import { ProbeActions } from './probe-actions.tsx'
import { ProbeStateMark } from './probe-columns.tsx'
import { troublesOf } from './probe-state.ts'
import { troubleText } from './trouble-text.ts'
import { useProbe } from './use-probes.ts'

/** One probe: its state, the ledger of its events, and actions. */
export function ProbePage() {
  const { query } = usePlace()
  const { clock } = usePreferences()
  const mayWrite = useMay()('probe:write')
  const id = Number(query.get('id') ?? 0)
  const asked = useProbe(id)
  const day = useProbeDay(id)
  return (
    <Answered asked={asked}>
      {({ probe, readAt }) => (
        <PlainPage>
          <PageTitle name={probe.fqdn}>
            <ProbeStateMark probe={probe} readAt={readAt} silent={silentProbesOf(day)} />
            {mayWrite && <ProbeActions probe={probe} />}
          </PageTitle>
          <CloneNotice probe={probe} mayWrite={mayWrite} />
          {troublesOf(probe).map((trouble) => (
            <Notice key={trouble.kind} kind="warning" title={troubleText(trouble)} />
          ))}
          <DayPanel name={probe.fqdn} day={day} />
          <LedgerPanel id={id} />
          <Halves>
            <HealthPanel health={probe.health} />
            <Panel title={text('probe.about')}>
              <Facts facts={factsOf(probe, clock)} />
            </Panel>
          </Halves>
          <CertificatesPanel certificates={probe.certificates} />
        </PlainPage>
      )}
    </Answered>
  )
}

function factsOf(probe: Probe, clock: Preferences['clock']) {
  const { events_per_second: limit, enrolment_expires_at: code, clock_corrections: times } = probe
  return [
    { name: text('probes.number'), value: String(probe.id) },
    { name: text('probe.added'), value: timeText(probe.created_at, 'second', clock) },
    {
      name: text('probe.limit'),
      value: limit === null ? text('probes.limitDefault') : text('probe.limitOf', { count: limit }),
    },
    ...(times ? [{ name: text('probe.times'), value: timesText(times, clock) }] : []),
    ...(code ? [{ name: text('probe.codeUntil'), value: timeText(code, 'second', clock) }] : []),
  ]
}

function timesText(times: NonNullable<Probe['clock_corrections']>, clock: Preferences['clock']): string {
  const { ahead, old, last_claimed: claimed, last_received_at: received } = times
  return text('probe.timesOf', { ahead, old, claimed, time: timeText(received, 'second', clock) })
}
