import { Button } from '../../kit/controls/button.tsx'
import { Field } from '../../kit/controls/field.tsx'
import { Form } from '../../kit/controls/form.tsx'
import { useForm } from '../../kit/controls/use-form.ts'
import { Notice } from '../../kit/feedback/notice.tsx'
import { text } from '../../texts/text.ts'
import { Gate } from './gate.tsx'
import { useHasEnded, useSessionChange } from '../../session/session.ts'

/** The sign-in form. The URL stays, so that a shared link opens after signing in. */
export function SignIn() {
  const { signIn } = useSessionChange()
  const hasEnded = useHasEnded()
  const form = useForm({
    first: { username: '', password: '' },
    send: ({ username, password }) => signIn(username, password),
  })
  return (
    <Gate title={text('app.name')}>
      <Form
        label={text('signIn.title')}
        form={form}
        isChecked
        actions={
          <Button type="submit" look="main" isPending={form.isPending}>
            {form.isPending ? text('signIn.pending') : text('signIn.submit')}
          </Button>
        }
      >
        <Field
          label={text('signIn.username')}
          {...form.checkedField('username')}
          autoComplete="username"
          spellCheck="false"
          isRequired
          autoFocus
        />
        <Field
          label={text('signIn.password')}
          type="password"
          {...form.checkedField('password')}
          autoComplete="current-password"
          isRequired
        />
        {hasEnded && !form.error && (
          <Notice kind="warning" title={text('signIn.ended')}>
            {text('signIn.endedWords')}
          </Notice>
        )}
      </Form>
    </Gate>
  )
}
