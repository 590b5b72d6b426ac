import type { ReactNode } from 'react'
import styles from './facts.module.css'

interface FactsProps {
  facts: readonly { name: string; value: ReactNode; isCode?: boolean }[]
}

/** A list of names and values. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value, isCode = false }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={isCode ? styles.code : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
