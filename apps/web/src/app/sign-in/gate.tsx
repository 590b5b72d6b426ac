import type { ReactNode } from 'react'
import markUrl from '../../mark.svg'
import styles from './gate.module.css'

/** A page with one required action, for example signing in. */
export function Gate({ title, words, children }: { title: string; words?: string | undefined; children: ReactNode }) {
  return (
    <main className={styles.gate}>
      <div className={styles.card}>
        <div className={styles.brand}>
          <img src={markUrl} alt="" />
          <h1>{title}</h1>
        </div>
        {words && <p className={styles.words}>{words}</p>}
        {children}
      </div>
    </main>
  )
}
