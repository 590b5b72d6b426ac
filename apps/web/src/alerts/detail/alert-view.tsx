import type { AlertDetail, AlertMark } from '@watchpost/contract'
import { Fragment, type ReactNode } from 'react'
import { DetectorMark, detectorName, RiskMark, SeverityBadge, severityKey } from '../../kit/feedback/badge.tsx'
import { IconButton } from '../../kit/controls/button.tsx'
import { Contributions } from '../../kit/chart/contributions.tsx'
import { copy } from '../../kit/controls/copy.ts'
import { Panel } from '../../kit/layout/panel.tsx'
import { Link } from '../../kit/navigation/link.tsx'
import { usePreferences } from '../../kit/state/preferences.ts'
import { ValueButton } from '../../kit/value/value.tsx'
import { counted, text, textParts } from '../../texts/text.ts'
import { ClockNotice } from '../../range/clock-notice.tsx'
import { timeText } from '../../time/format.ts'
import { clusterQueryOf } from '../../kit/navigation/cluster-address.ts'
import { AlertTriage } from '../triage/alert-triage.tsx'
import styles from '../../document/detail.module.css'
import { AlertHistory } from './alert-history.tsx'
import { documentOf } from '../../document/document.ts'
import { FieldList } from '../../document/field-list.tsx'
import { FlowList } from './flow-list.tsx'
import { PayloadView } from '../../document/payload-view.tsx'
import { StoredJson } from '../../document/stored-json.tsx'
import { type Sentence, storyOf } from './story.ts'

interface AlertViewProps {
  alert: AlertDetail
  actions?: ReactNode
  onMarked?: (mark: AlertMark) => void
}

/** What happened and what else was seen of it, then what analysts say, the explanation of the risk, and all fields. */
export function AlertView({ alert, actions, onMarked }: AlertViewProps) {
  const document = documentOf(alert.document)
  return (
    <div className={styles.view}>
      <Head alert={alert} actions={actions} />
      <ClockNotice claimed={alert.timestamp_claimed} />
      <Panel title={text('alert.story')}>
        <div className={styles.story}>
          {storyOf(alert).map((sentence) => (
            <SentenceView key={sentence.key} sentence={sentence} />
          ))}
        </div>
      </Panel>
      <FlowList alert={alert} />
      <AlertTriage alert={alert} onMarked={onMarked} />
      <AlertHistory uuid={alert.uuid} />
      <Panel title={text('alert.why')} aside={text('alert.policy', { version: alert.policy_version })}>
        <Contributions contributions={alert.contributions} score={alert.risk} />
      </Panel>
      <Panel title={text('alert.clusters')}>
        <div className={styles.links}>
          {alert.clusters.map((cluster) => (
            <Link key={cluster.self} to="/cluster" query={clusterQueryOf(cluster.self)}>
              {text(cluster.frequency === 'hour' ? 'alert.clusterHour' : 'alert.clusterDay', { ip: cluster.ip })}
            </Link>
          ))}
        </div>
      </Panel>
      <FieldList document={document} isGone={alert.document === null} />
      <PayloadView document={document} />
      <StoredJson value={alert.document} />
    </div>
  )
}

/** A sentence whose values have menus. */
function SentenceView({ sentence: { key, values, sources = {} } }: { sentence: Sentence }) {
  return (
    <p>
      {textParts(key, values).map(({ words, placeholder = '' }, index) => {
        const source = sources[placeholder]
        return (
          <Fragment key={`${index} ${words}`}>
            {source ? <ValueButton {...source}>{words}</ValueButton> : placeholder ? <b>{words}</b> : words}
          </Fragment>
        )
      })}
    </p>
  )
}

function Head({ alert, actions }: AlertViewProps) {
  const { clock } = usePreferences()
  return (
    <header className={styles.head}>
      <div className={styles.title}>
        <h2>
          <ValueButton filter="name" value={alert.name} />
        </h2>
        <IconButton
          icon="copy"
          label={text('alert.copyLink')}
          onPress={() => copy(`${window.location.origin}/ui/alert?id=${encodeURIComponent(alert.uuid)}`)}
        />
        {actions}
      </div>
      <div className={styles.facts}>
        {alert.severity === null ? (
          <SeverityBadge severity={null} />
        ) : (
          <ValueButton filter="severity" value={String(alert.severity)} name={text(severityKey(alert.severity))}>
            <SeverityBadge severity={alert.severity} />
          </ValueButton>
        )}
        <RiskMark risk={alert.risk} />
        <ValueButton filter="type" value={alert.type} name={detectorName(alert.type)}>
          <DetectorMark type={alert.type} />
        </ValueButton>
        <time dateTime={alert.id}>{timeText(alert.id, 'instant', clock)}</time>
      </div>
      {alert.same_id.length > 0 && (
        <div className={`${styles.links} ${styles.faint}`}>
          {counted('alert.sameInstant', alert.same_id.length)}
          {alert.same_id.slice(0, 5).map(({ uuid }) => (
            <Link key={uuid} to="/alert" query={{ id: uuid }}>
              {uuid.slice(0, 12)}…
            </Link>
          ))}
        </div>
      )}
    </header>
  )
}
