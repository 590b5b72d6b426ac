import { type ReactNode, useEffect, useState } from 'react'
import { usePreferences } from '../state/preferences.ts'
import { text } from '../../texts/text.ts'
import { timeText } from '../../time/format.ts'
import { Button } from '../controls/button.tsx'
import { failureOf } from './failure.ts'
import { Icon } from '../controls/icon.tsx'
import { Notice } from './notice.tsx'
import styles from '../layout/panel.module.css'

/** The parts of a query result that `Answered` needs. */
export interface Asked<Data> {
  data: Data | undefined
  error: unknown
  isFetching: boolean
  isPlaceholderData: boolean
  dataUpdatedAt: number
  refetch: () => unknown
}

interface AnsweredProps<Data> {
  asked: Asked<Data>
  isEmpty?: (data: Data) => boolean
  empty?: ReactNode
  children: (data: Data) => ReactNode
}

/**
 * Shows a query in each of its states: loading, slow, failed, empty or with data. When a refetch fails, the last good
 * data stay visible and are marked as old.
 */
export function Answered<Data>({ asked, isEmpty, empty, children }: AnsweredProps<Data>) {
  const { data, error, isPlaceholderData } = asked
  if (data === undefined) return error ? <Failed error={error} retry={asked.refetch} /> : <Waiting />
  const isBare = isEmpty?.(data) ?? false
  return (
    <>
      {error !== null && error !== undefined && (
        <StaleLine error={error} since={asked.dataUpdatedAt} retry={asked.refetch} />
      )}
      <div className={styles.content} data-old={isPlaceholderData} aria-busy={isPlaceholderData}>
        {isBare ? <div className={styles.state}>{empty ?? text('state.empty')}</div> : children(data)}
      </div>
    </>
  )
}

interface StaleNoticeProps {
  error: unknown
  since: number
  retry: () => unknown
}

/** The same in one line, for pages where several parts may be stale. */
function StaleLine({ error, since, retry }: StaleNoticeProps) {
  const { clock } = usePreferences()
  const { title, detail } = failureOf(error)
  return (
    <div className={styles.stale} role="status" title={detail}>
      <Icon name="warning" size={14} />
      <span>{text('state.staleLine', { time: timeText(since, 'time', clock), why: title })}</span>
      <button type="button" onClick={() => void retry()}>
        {text('state.retry')}
      </button>
    </div>
  )
}

/** Says that the data are from the last successful read, and why the newest read failed. */
export function StaleNotice({ error, since, retry }: StaleNoticeProps) {
  const { clock } = usePreferences()
  const { title, detail } = failureOf(error)
  return (
    <Notice
      kind="warning"
      title={text('state.stale', { time: timeText(since, 'time', clock) })}
      action={<Button onPress={() => void retry()}>{text('state.retry')}</Button>}
    >
      {[title, detail].filter(Boolean).join('. ')}
    </Notice>
  )
}

/** A query that failed and has no earlier data. */
export function Failed({ error, retry }: { error: unknown; retry: () => unknown }) {
  const { title, detail } = failureOf(error)
  return (
    <div className={styles.state} role="alert">
      <strong>{title}</strong>
      <span>{detail}</span>
      <Button icon="refresh" onPress={() => void retry()}>
        {text('state.retry')}
      </Button>
    </div>
  )
}

const slowAfterMs = 3_000

/** A loading placeholder that mentions after a while that it is still waiting. */
export function Waiting() {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div role="status" aria-label={text('state.loading')}>
      <div className={styles.bones} aria-hidden="true">
        <i />
        <i />
        <i />
        <i />
      </div>
      {isSlow && <div className={styles.state}>{text('state.slow')}</div>}
    </div>
  )
}
