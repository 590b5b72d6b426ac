import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../../kit/controls/button.tsx'
import { Check } from '../../kit/controls/checks.tsx'
import { failureOf } from '../../kit/feedback/failure.ts'
import { Field } from '../../kit/controls/field.tsx'
import { Notice } from '../../kit/feedback/notice.tsx'
import { say } from '../../kit/feedback/toast.tsx'
import { text } from '../../texts/text.ts'
import styles from './gate.module.css'
import { effectsText } from '../../session/password-effects.ts'
import { useMay, useSessionChange } from '../../session/session.ts'

interface ChangePasswordProps {
  onDone?: () => void
}

/** The form that changes one's own password. */
export function ChangePassword({ onDone }: ChangePasswordProps) {
  const { changePassword } = useSessionChange()
  const [current, setCurrent] = useState('')
  const [wanted, setWanted] = useState('')
  const [again, setAgain] = useState('')
  const [revokesKeys, setRevokesKeys] = useState(false)
  const mayHaveKeys = useMay()('self:key')
  const attempt = useMutation({
    mutationFn: () => changePassword(current, wanted, revokesKeys),
    onSuccess: (effects) => {
      say(text('password.done', { effects: effectsText(effects) }))
      onDone?.()
    },
  })
  const isDifferent = again !== '' && again !== wanted
  function submit(event: FormEvent) {
    event.preventDefault()
    if (again === wanted) attempt.mutate()
  }
  const failure = attempt.error && failureOf(attempt.error)
  return (
    <form className={styles.form} onSubmit={submit} aria-label={text('password.title')}>
      <Field
        label={text('password.current')}
        type="password"
        value={current}
        onChange={setCurrent}
        autoComplete="current-password"
        isRequired
        autoFocus
      />
      <Field
        label={text('password.new')}
        type="password"
        value={wanted}
        onChange={setWanted}
        autoComplete="new-password"
        help={text('password.rules')}
        isRequired
      />
      <Field
        label={text('password.again')}
        type="password"
        value={again}
        onChange={setAgain}
        autoComplete="new-password"
        error={isDifferent ? text('password.different') : undefined}
        isRequired
      />
      {mayHaveKeys && (
        <Check
          label={text('password.keys')}
          about={text('password.keysAbout')}
          isOn={revokesKeys}
          onChange={setRevokesKeys}
        />
      )}
      {failure && (
        <Notice kind="failure" title={failure.title}>
          {failure.detail}
        </Notice>
      )}
      <Button type="submit" look="main" isPending={attempt.isPending} isDisabled={isDifferent}>
        {text('password.submit')}
      </Button>
    </form>
  )
}
