import type { ReactNode } from 'react'
import { Icon } from '../controls/icon.tsx'
import styles from './notice.module.css'

interface NoticeProps {
  kind: 'warning' | 'failure'
  title: string
  children?: ReactNode
  action?: ReactNode
}

/** A message about the content below it. */
export function Notice({ kind, title, children, action }: NoticeProps) {
  return (
    <div className={`${styles.notice} ${styles[kind]}`} role={kind === 'failure' ? 'alert' : 'status'}>
      <Icon name="warning" />
      <div className={styles.words}>
        <div className={styles.title}>{title}</div>
        {children && <div className={styles.detail}>{children}</div>}
      </div>
      {action}
    </div>
  )
}
