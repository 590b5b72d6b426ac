import type { ReactNode } from 'react'
import { Icon } from '../controls/icon.tsx'
import styles from './progress-list.module.css'

/** Completed and pending steps in order; screen readers announce changes. */
export function ProgressList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol className={styles.list} aria-label={label} aria-live="polite">
      {children}
    </ol>
  )
}

interface ProgressStepProps {
  isDone?: boolean | undefined
  /** Not waiting for this step. */
  isIdle?: boolean | undefined
  words: string
  children?: ReactNode
}

export function ProgressStep({ isDone = false, isIdle = false, words, children }: ProgressStepProps) {
  return (
    <li data-state={isDone ? 'done' : isIdle ? 'idle' : 'awaited'}>
      <i aria-hidden="true">{isDone && <Icon name="check" size={12} />}</i>
      <div className={styles.step}>
        <span className={styles.words}>{words}</span>
        {children}
      </div>
    </li>
  )
}
