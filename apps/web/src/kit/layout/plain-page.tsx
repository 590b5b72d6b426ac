import type { ReactNode } from 'react'
import styles from './plain-page.module.css'

/** Parts of a page one below the other, no wider than can be read. */
export function PlainPage({ children }: { children: ReactNode }) {
  return <div className={styles.page}>{children}</div>
}

/** What a page is about, how that is doing, and what can be done to it. */
export function PageTitle({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.title}>
      <h2>{name}</h2>
      {children}
    </div>
  )
}

/** The buttons at the end of a title; with a label they are a group for those who cannot see it. */
export function PageActions({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <div className={styles.actions} role={label && 'group'} aria-label={label}>
      {children}
    </div>
  )
}

/** Parts one below the other within another part. */
export function Stacked({ children }: { children: ReactNode }) {
  return <div className={styles.stacked}>{children}</div>
}

/** Parts side by side where there is room. */
export function Halves({ children }: { children: ReactNode }) {
  return <div className={styles.halves}>{children}</div>
}

/** Words that explain what a part is for. */
export function Explained({ children }: { children: ReactNode }) {
  return <p className={styles.words}>{children}</p>
}
