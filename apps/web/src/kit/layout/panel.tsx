import { type ReactNode, useId } from 'react'
import styles from './panel.module.css'

interface PanelProps {
  title: string
  aside?: ReactNode
  /** Without padding, for tables. */
  isFlush?: boolean
  children: ReactNode
}

/** A titled part of a page. */
export function Panel({ title, aside, isFlush = false, children }: PanelProps) {
  const id = useId()
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>{title}</h2>
        {aside && <div className={styles.aside}>{aside}</div>}
      </header>
      <div className={styles.body} data-flush={isFlush}>
        {children}
      </div>
    </section>
  )
}
