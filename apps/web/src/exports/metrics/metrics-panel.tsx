import { useQuery } from '@tanstack/react-query'
import type { MetricsExport } from '@watchpost/contract'
import { Answered } from '../../kit/feedback/answered.tsx'
import { Facts } from '../../kit/table/facts.tsx'
import { Notice } from '../../kit/feedback/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Explained, Halves } from '../../kit/layout/plain-page.tsx'
import { queryKeys } from '../../server/query-keys.ts'
import { useClient } from '../../server/server.tsx'
import { usePreferences } from '../../kit/state/preferences.ts'
import { useMay } from '../../session/session.ts'
import { numberText, text } from '../../texts/text.ts'
import { type Clock, timeText } from '../../time/format.ts'
import { ExportStatusMark } from '../export-status.tsx'
import styles from '../exports.module.css'
import { TestRun } from '../test-run.tsx'
import { MetricsForm } from './metrics-form.tsx'

const followMs = 2_000

/** The receiver of the appliance's metrics, and the state of the stream. */
export function MetricsPanel() {
  const client = useClient()
  const mayWrite = useMay()('export:write')
  const { clock } = usePreferences()
  const asked = useQuery({
    queryKey: queryKeys.metricsExport,
    queryFn: async ({ signal }) => (await client.readMetricsExport({ signal })).body,
    refetchInterval: followMs,
  })
  return (
    <Panel title={text('metrics.title')} aside={asked.data && <ExportStatusMark status={asked.data.state.status} />}>
      <Answered asked={asked}>
        {(present) => (
          <div className={styles.stack}>
            <Explained>{text('metrics.about')}</Explained>
            <Troubles present={present} clock={clock} />
            <Halves>
              {mayWrite && (
                <MetricsForm key={JSON.stringify([present.enabled, present.ip, present.port])} present={present} />
              )}
              {present.enabled && <Facts facts={factsOf(present, clock)} />}
            </Halves>
            {mayWrite && present.enabled && <TestRun run={async () => (await client.testMetricsExport()).body} />}
          </div>
        )}
      </Answered>
    </Panel>
  )
}

function Troubles({ present: { state }, clock }: { present: MetricsExport; clock: Clock }) {
  const { last_error: error, warnings, status } = state
  return (
    <>
      {warnings.map((warning) => (
        <Notice key={warning} kind="warning" title={warning} />
      ))}
      {error && status !== 'streaming' && status !== 'disabled' && (
        <Notice kind="warning" title={text('syslog.lastError', { time: timeText(error.at, 'second', clock) })}>
          {error.message}
        </Notice>
      )}
    </>
  )
}

function factsOf({ state }: MetricsExport, clock: Clock) {
  const never = text('syslog.never')
  return [
    { name: text('syslog.since'), value: state.since === null ? never : timeText(state.since, 'second', clock) },
    { name: text('metrics.host'), value: state.host ?? never },
    { name: text('metrics.source'), value: state.source_ip ?? never },
    { name: text('metrics.charts'), value: numberText(state.charts) },
    { name: text('metrics.values'), value: numberText(state.sent_values) },
    { name: text('metrics.skipped'), value: numberText(state.skipped_samples) },
    {
      name: text('metrics.lastSent'),
      value: state.last_sent_at === null ? never : timeText(state.last_sent_at, 'second', clock),
    },
  ]
}
