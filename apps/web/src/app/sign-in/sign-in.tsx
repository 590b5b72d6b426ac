import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../../kit/controls/button.tsx'
import { failureOf } from '../../kit/feedback/failure.ts'
import { Field } from '../../kit/controls/field.tsx'
import { Notice } from '../../kit/feedback/notice.tsx'
import { text } from '../../texts/text.ts'
import { Gate } from './gate.tsx'
import styles from './gate.module.css'
import { useHasEnded, useSessionChange } from '../../session/session.ts'

/** User name and password. The address stays, so that a shared link leads on after it. */
export function SignIn() {
  const { signIn } = useSessionChange()
  const hasEnded = useHasEnded()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const attempt = useMutation({ mutationFn: () => signIn(username, password) })
  function submit(event: FormEvent) {
    event.preventDefault()
    attempt.mutate()
  }
  const failure = attempt.error && failureOf(attempt.error)
  return (
    <Gate title={text('app.name')}>
      <form className={styles.form} onSubmit={submit} aria-label={text('signIn.title')}>
        <Field
          label={text('signIn.username')}
          value={username}
          onChange={setUsername}
          autoComplete="username"
          spellCheck="false"
          isRequired
          autoFocus
        />
        <Field
          label={text('signIn.password')}
          type="password"
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
          isRequired
        />
        {hasEnded && !failure && (
          <Notice kind="warning" title={text('signIn.ended')}>
            {text('signIn.endedWords')}
          </Notice>
        )}
        {failure && (
          <Notice kind="failure" title={failure.title}>
            {failure.detail}
          </Notice>
        )}
        <Button type="submit" look="main" isPending={attempt.isPending}>
          {attempt.isPending ? text('signIn.pending') : text('signIn.submit')}
        </Button>
      </form>
    </Gate>
  )
}
