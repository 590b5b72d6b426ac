import type { ReactNode } from 'react'
import styles from './plain-page.module.css'

/** Parts of a page one below the other, no wider than can be read. */
export function PlainPage({ children }: { children: ReactNode }) {
  return <div className={styles.page}>{children}</div>
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
