import type { FormEvent, ReactNode } from 'react'
import { failureOf } from '../feedback/failure.ts'
import { errorsElsewhere } from './field-errors.ts'
import styles from './form.module.css'
import { Notice } from '../feedback/notice.tsx'

interface FormProps {
  label: string
  onSubmit: () => void
  /** Why it was refused the last time. */
  error?: unknown
  /** The places of the body that a field here shows what is wrong with: `#/hostname`. */
  pointers?: readonly string[]
  /** The buttons at its end. */
  actions: ReactNode
  children: ReactNode
}

/** Fields that are sent together. What was refused is said next to its field, and the rest before the buttons. */
export function Form({ label, onSubmit, error, pointers = [], actions, children }: FormProps) {
  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form className={styles.form} onSubmit={submit} aria-label={label} noValidate>
      {children}
      {error !== null && error !== undefined && <Refused error={error} pointers={pointers} />}
      {actions}
    </form>
  )
}

function Refused({ error, pointers }: { error: unknown; pointers: readonly string[] }) {
  const { title, detail } = failureOf(error)
  // A detail that begins with the name of a field repeats what is shown of that field.
  const words = detail.startsWith('`') ? '' : detail
  return (
    <Notice kind="failure" title={title}>
      {[words, ...errorsElsewhere(error, pointers)].filter(Boolean).join(' ')}
    </Notice>
  )
}

/** Fields side by side where there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}

/** The row of buttons of a form that is not a dialog. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
