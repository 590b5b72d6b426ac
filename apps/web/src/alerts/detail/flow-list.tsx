import type { AlertDetail } from '@watchpost/contract'
import { DetectorMark, RiskMark } from '../../kit/feedback/badge.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Link } from '../../kit/navigation/link.tsx'
import { usePreferences } from '../../kit/state/preferences.ts'
import { text } from '../../texts/text.ts'
import { timeText } from '../../time/format.ts'
import styles from '../../document/detail.module.css'

/** Everything that probes and detectors reported for the same flow, in order of time. */
export function FlowList({ alert }: { alert: AlertDetail }) {
  const { clock } = usePreferences()
  const { events, is_complete } = alert.related
  const isAlone = events.every(({ uuid }) => uuid === alert.uuid)
  return (
    <Panel title={text('alert.flow')} isFlush={!isAlone} aside={is_complete ? undefined : text('alert.flowMore')}>
      {isAlone ? (
        text('alert.flowNone')
      ) : (
        <ol className={styles.flow}>
          {events.map((event) => (
            <li key={event.uuid} data-self={event.uuid === alert.uuid}>
              <time dateTime={event.date}>{timeText(event.date, 'instant', clock).slice(11)}</time>
              <DetectorMark type={event.type} />
              <span>
                {event.uuid === alert.uuid ? (
                  <b>{text('alert.flowSelf')}</b>
                ) : event.alert ? (
                  <Link to="/alert" query={{ id: event.uuid }}>
                    {event.alert.name}
                  </Link>
                ) : (
                  event.event_type
                )}
                {' · '}
                {event.probe.fqdn}
              </span>
              {event.alert ? <RiskMark risk={event.alert.risk} /> : <span />}
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}
