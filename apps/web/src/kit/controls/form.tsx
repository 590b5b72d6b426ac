import type { FormEvent, ReactNode } from 'react'
import { failureOf } from '../feedback/failure.ts'
import { Button } from './button.tsx'
import { errorsElsewhere } from './field-errors.ts'
import styles from './form.module.css'
import { Notice } from '../feedback/notice.tsx'
import type { Submission } from './use-form.ts'

interface FormProps {
  label: string
  form: Submission
  /** The browser checks required fields before the form is sent. */
  isChecked?: boolean
  /** The buttons at its end. */
  actions: ReactNode
  children: ReactNode
}

/** Fields that are submitted together. Errors appear at their field, all others above the buttons. */
export function Form({ label, form, isChecked = false, actions, children }: FormProps) {
  function submit(event: FormEvent) {
    event.preventDefault()
    form.submit()
  }
  return (
    <form className={styles.form} onSubmit={submit} aria-label={label} noValidate={!isChecked}>
      {children}
      {form.error !== null && form.error !== undefined && <Refused {...form} />}
      {actions}
    </form>
  )
}

function Refused({ error, shownPointers }: Pick<Submission, 'error' | 'shownPointers'>) {
  const { title, detail } = failureOf(error)
  // A detail that begins with a field name repeats the error shown at that field.
  const words = detail.startsWith('`') ? '' : detail
  return (
    <Notice kind="failure" title={title}>
      {[words, ...errorsElsewhere(error, [...shownPointers])].filter(Boolean).join(' ')}
    </Notice>
  )
}

/** Fields side by side where there is enough width. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}

/** The buttons of a form that is not in a dialog. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}

interface SaveButtonProps {
  form: { isPending: boolean; isChanged: boolean }
  children: ReactNode
}

/** Submits a form that is not in a dialog; enabled once a field has changed. */
export function SaveButton({ form: { isPending, isChanged }, children }: SaveButtonProps) {
  return (
    <Button type="submit" look="main" isPending={isPending} isDisabled={!isChanged}>
      {children}
    </Button>
  )
}
