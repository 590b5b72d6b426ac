import type { AlertStatus } from '@watchpost/contract/names'
import type { PlainKey } from '../../texts/text.ts'
import { text } from '../../texts/text.ts'
import styles from './badge.module.css'

/** The severity reported by the detector, as a number, a word and a colour. */
export function SeverityBadge({ severity }: { severity: number | null }) {
  return <span className={`${styles.badge} ${styles[`severity${severity}`] ?? ''}`}>{text(severityKey(severity))}</span>
}

export function severityKey(severity: number | null): PlainKey {
  if (severity === 1) return 'severity.1'
  if (severity === 2) return 'severity.2'
  if (severity === 3) return 'severity.3'
  return severity === 0 ? 'severity.0' : 'severity.none'
}

/** The detector that raised the alert. */
export function DetectorMark({ type }: { type: string }) {
  return (
    <span className={styles.detector}>
      <i className={styles.dot} data-detector={type} aria-hidden="true" />
      {detectorName(type)}
    </span>
  )
}

export function detectorName(type: string): string {
  if (type === 'network_engine') return text('detector.network')
  if (type === 'malware_engine') return text('detector.malware')
  return type === 'code_engine' ? text('detector.code') : type
}

/** A risk from 0 to 100, as a number and a bar. */
export function RiskMark({ risk }: { risk: number }) {
  return (
    <span className={styles.risk} data-level={levelOf(risk)}>
      {risk}
      <span className={styles.meter} aria-hidden="true">
        <i style={{ width: `${risk}%` }} />
      </span>
    </span>
  )
}

export function StatusMark({ status }: { status: AlertStatus }) {
  return (
    <span className={styles.status} data-status={status}>
      {text(`status.${status}`)}
    </span>
  )
}

export function Tag({ name }: { name: string }) {
  return <span className={styles.tag}>{name}</span>
}

function levelOf(risk: number): 'high' | 'middle' | 'low' {
  if (risk >= 70) return 'high'
  return risk >= 40 ? 'middle' : 'low'
}
