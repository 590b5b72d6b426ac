import { useIngestState } from '../server/server.tsx'
import { counted, text } from '../texts/text.ts'
import styles from './frame.module.css'

/** Whether everything that probes sent can be found. Silent while the appliance does not say. */
export function IngestMark() {
  const { lag, gaps } = useIngestState()
  if (lag === undefined && gaps === undefined) return null
  const [state, words] = gaps
    ? (['gaps', counted('ingest.gaps', gaps)] as const)
    : lag
      ? (['late', counted('ingest.lag', lag)] as const)
      : (['good', text('ingest.good')] as const)
  return (
    <span className={styles.ingest} data-state={state} role="status" title={text('ingest.about')}>
      <i aria-hidden="true" />
      <span>{words}</span>
    </span>
  )
}
