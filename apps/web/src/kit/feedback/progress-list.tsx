import type { ReactNode } from 'react'
import { Icon } from '../controls/icon.tsx'
import styles from './progress-list.module.css'

/** What has happened and what is waited for, in order; told again when it changes. */
export function ProgressList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol className={styles.list} aria-label={label} aria-live="polite">
      {children}
    </ol>
  )
}

interface ProgressStepProps {
  isDone?: boolean | undefined
  /** Nothing waits for it. */
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
