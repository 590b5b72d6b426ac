import type { ReactNode } from 'react'
import styles from './state-mark.module.css'

export type Tone = 'good' | 'warning' | 'bad' | 'off'

/** A state as a coloured dot and a text. */
export function StateMark({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={styles.mark} data-tone={tone}>
      <i aria-hidden="true" />
      <span>{children}</span>
    </span>
  )
}
