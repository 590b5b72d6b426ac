import type { AlertDetail } from '@watchpost/contract'
import { useState } from 'react'
import type { StoredDocument } from '../../document/document.ts'
import styles from '../../document/detail.module.css'
import { summaryOf } from '../../document/event-summary.ts'
import { FieldList } from '../../document/field-list.tsx'
import { Icon } from '../../kit/controls/icon.tsx'
import { Answered } from '../../kit/feedback/answered.tsx'
import { DetectorMark, RiskMark } from '../../kit/feedback/badge.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Link } from '../../kit/navigation/link.tsx'
import { usePreferences } from '../../kit/state/preferences.ts'
import { text } from '../../texts/text.ts'
import { timeText } from '../../time/format.ts'
import { useFlow } from './use-flow.ts'

/** Everything that probes and detectors reported for the same flow, in order of time. */
export function FlowList({ alert }: { alert: AlertDetail }) {
  const { events, is_complete } = alert.related
  const isAlone = events.every(({ uuid }) => uuid === alert.uuid)
  // The list does not wait for it, and stays without it.
  const documents = useFlow(alert, 'summaries', !isAlone).data
  return (
    <Panel title={text('alert.flow')} isFlush={!isAlone} aside={is_complete ? undefined : text('alert.flowMore')}>
      {isAlone ? (
        text('alert.flowNone')
      ) : (
        <ol className={styles.flow}>
          {events.map((event) => (
            <FlowItem key={event.uuid} alert={alert} event={event} document={documents?.get(event.uuid)} />
          ))}
        </ol>
      )}
    </Panel>
  )
}

interface FlowItemProps {
  alert: AlertDetail
  event: AlertDetail['related']['events'][number]
  document: StoredDocument | undefined
}

/** One line per event with what matters; pressing it shows the event below. */
function FlowItem({ alert, event, document }: FlowItemProps) {
  const { clock } = usePreferences()
  const [isOpen, setOpen] = useState(false)
  const isSelf = event.uuid === alert.uuid
  const words = event.alert?.name ?? (document && summaryOf(document))
  return (
    <li data-self={isSelf}>
      <div className={styles.flowLine}>
        <button type="button" className={styles.flowToggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon name={isOpen ? 'down' : 'right'} size={12} />
          <time dateTime={event.date}>{timeText(event.date, 'instant', clock).slice(11)}</time>
          <DetectorMark type={event.type} />
          <span className={styles.flowWords} title={words}>
            <b>{isSelf ? text('alert.flowSelf') : event.event_type}</b> {!isSelf && words}
            {event.probe.id !== alert.probe.id && ` · ${event.probe.fqdn}`}
          </span>
        </button>
        {event.alert &&
          (isSelf ? (
            <RiskMark risk={event.alert.risk} />
          ) : (
            <Link to="/alert" query={{ id: event.uuid }} label={text('alert.flowOpen', { name: event.alert.name })}>
              <RiskMark risk={event.alert.risk} />
            </Link>
          ))}
      </div>
      {isOpen && <FlowEvent alert={alert} uuid={event.uuid} />}
    </li>
  )
}

function FlowEvent({ alert, uuid }: { alert: AlertDetail; uuid: string }) {
  const asked = useFlow(alert, 'whole')
  return (
    <div className={styles.flowEvent}>
      <Answered asked={asked}>
        {(documents) => <FieldList document={documents.get(uuid) ?? {}} isGone={!documents.has(uuid)} />}
      </Answered>
    </div>
  )
}
