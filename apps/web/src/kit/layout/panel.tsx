import { type ReactNode, useId } from 'react'
import styles from './panel.module.css'

interface PanelProps {
  title: string
  aside?: ReactNode
  /** Without padding, for tables. */
  isFlush?: boolean
  /** Lets a chart grow where a neighbour makes the panel taller. */
  isFilled?: boolean
  children: ReactNode
}

/** A titled part of a page. */
export function Panel({ title, aside, isFlush = false, isFilled = false, children }: PanelProps) {
  const id = useId()
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>{title}</h2>
        {aside && <div className={styles.aside}>{aside}</div>}
      </header>
      <div className={styles.body} data-flush={isFlush} data-filled={isFilled}>
        {children}
      </div>
    </section>
  )
}
