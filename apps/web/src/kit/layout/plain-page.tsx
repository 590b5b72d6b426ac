import type { ReactNode } from 'react'
import styles from './plain-page.module.css'

/** Sections one below the other, limited to a readable width. */
export function PlainPage({ children }: { children: ReactNode }) {
  return <div className={styles.page}>{children}</div>
}

/** The title of a page, with its state and actions. */
export function PageTitle({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.title}>
      <h2>{name}</h2>
      {children}
    </div>
  )
}

/** The buttons next to a title. With a label they form a named group for screen readers. */
export function PageActions({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <div className={styles.actions} role={label && 'group'} aria-label={label}>
      {children}
    </div>
  )
}

/** Sections one below the other inside another section. */
export function Stacked({ children }: { children: ReactNode }) {
  return <div className={styles.stacked}>{children}</div>
}

/** Sections side by side where there is enough width. */
export function Halves({ children }: { children: ReactNode }) {
  return <div className={styles.halves}>{children}</div>
}

/** A text that explains a section. */
export function Explained({ children }: { children: ReactNode }) {
  return <p className={styles.words}>{children}</p>
}
