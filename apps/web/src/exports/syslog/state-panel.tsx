import type { SyslogExport, SyslogState } from '@watchpost/contract'
import { Facts } from '../../kit/table/facts.tsx'
import { Notice } from '../../kit/feedback/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Halves } from '../../kit/layout/plain-page.tsx'
import { useClient } from '../../server/server.tsx'
import { usePreferences } from '../../kit/state/preferences.ts'
import { useMay } from '../../session/session.ts'
import { bytesText } from '../../texts/bytes.ts'
import { numberText, text } from '../../texts/text.ts'
import { type Clock, lengthText, timeText } from '../../time/format.ts'
import styles from '../exports.module.css'
import { TestRun } from '../test-run.tsx'
import { LagPlot } from './lag-plot.tsx'

/** The state of an export: lag, counts, problems with advice, and a connection test. */
export function StatePanel({ one: { id, state } }: { one: SyslogExport }) {
  const client = useClient()
  const mayWrite = useMay()('export:write')
  const { clock } = usePreferences()
  const { last_error: error, warnings, retention } = state
  return (
    <Panel title={text('syslog.state')}>
      <div className={styles.stack}>
        {retention.at_risk && <Notice kind="failure" title={text('syslog.atRisk')} />}
        {warnings.map((warning) => (
          <Notice key={warning} kind="warning" title={warning} />
        ))}
        {error && state.status !== 'connected' && (
          <Notice kind="warning" title={text('syslog.lastError', { time: timeText(error.at, 'second', clock) })}>
            {error.message}
          </Notice>
        )}
        <LagPlot behind={state.lag_events} readAt={Date.parse(state.reported_at ?? '') || 0} />
        <Halves>
          <Facts facts={flowFacts(state, clock)} />
          <Facts facts={countFacts(state)} />
        </Halves>
        {mayWrite && (
          <TestRun
            run={async () => (await client.testSyslogExport({ params: { id } })).body}
            caution={text('exports.testOkSyslog')}
          />
        )}
      </div>
    </Panel>
  )
}

function flowFacts(state: SyslogState, clock: Clock) {
  const { since, last_written_at: written, retention } = state
  const held = lengthText(retention.held_seconds * 1_000)
  return [
    { name: text('syslog.since'), value: since === null ? text('syslog.never') : timeText(since, 'second', clock) },
    {
      name: text('syslog.lag'),
      value: text('exports.behindOf', { count: state.lag_events, age: lengthText(state.lag_seconds * 1_000) }),
    },
    { name: text('exports.rate'), value: numberText(Math.round(state.rate)) },
    {
      name: text('syslog.written'),
      value: written === null ? text('syslog.never') : timeText(written, 'second', clock),
    },
    {
      name: text('syslog.retention'),
      value:
        retention.remaining_seconds === null
          ? held
          : text('syslog.remaining', { held, left: lengthText(retention.remaining_seconds * 1_000) }),
    },
  ]
}

function countFacts(state: SyslogState) {
  return [
    { name: text('syslog.sent'), value: numberText(state.sent_events) },
    { name: text('syslog.filtered'), value: numberText(state.filtered_events) },
    { name: text('syslog.repeated'), value: numberText(state.repeated_events) },
    { name: text('syslog.trimmed'), value: numberText(state.trimmed_events) },
    { name: text('syslog.unreadable'), value: numberText(state.unreadable_events) },
    { name: text('syslog.lost'), value: numberText(state.lost_events) },
    { name: text('syslog.window'), value: bytesText(state.window_bytes) },
  ]
}
