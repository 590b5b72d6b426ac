import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState, useSyncExternalStore } from 'react'
import { Dialog } from '../../kit/feedback/dialog.tsx'
import { failureOf } from '../../kit/feedback/failure.ts'
import { Field } from '../../kit/controls/field.tsx'
import { Notice } from '../../kit/feedback/notice.tsx'
import { SubmitOrCancel } from '../../kit/controls/submit-or-cancel.tsx'
import { useClient, useConfirmation } from '../../server/server.tsx'
import { text } from '../../texts/text.ts'
import styles from './gate.module.css'

/** Asks for the password again when the appliance wants it before a dangerous change; the change then goes on. */
export function ConfirmPassword() {
  const confirmation = useConfirmation()
  const isAsking = useSyncExternalStore(confirmation.subscribe, confirmation.isAsking)
  return (
    <Dialog title={text('confirm.title')} isOpen={isAsking} onClose={() => confirmation.answer(false)}>
      <p>{text('confirm.words')}</p>
      <ConfirmForm onConfirmed={() => confirmation.answer(true)} onGivenUp={() => confirmation.answer(false)} />
    </Dialog>
  )
}

function ConfirmForm({ onConfirmed, onGivenUp }: { onConfirmed: () => void; onGivenUp: () => void }) {
  const client = useClient()
  const [password, setPassword] = useState('')
  const attempt = useMutation({
    mutationFn: () => client.confirmSession({ body: { password } }),
    onSuccess: onConfirmed,
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    attempt.mutate()
  }
  const failure = attempt.error && failureOf(attempt.error)
  return (
    <form className={styles.form} onSubmit={submit}>
      <Field
        label={text('signIn.password')}
        type="password"
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        isRequired
        autoFocus
      />
      {failure && (
        <Notice kind="failure" title={failure.title}>
          {failure.detail}
        </Notice>
      )}
      <SubmitOrCancel submit={text('confirm.submit')} onCancel={onGivenUp} isPending={attempt.isPending} />
    </form>
  )
}
