import { Button } from '../../kit/controls/button.tsx'
import { Check } from '../../kit/controls/checks.tsx'
import { Field } from '../../kit/controls/field.tsx'
import { Form } from '../../kit/controls/form.tsx'
import { useForm } from '../../kit/controls/use-form.ts'
import { say } from '../../kit/feedback/toast.tsx'
import { text } from '../../texts/text.ts'
import { effectsText } from '../../session/password-effects.ts'
import { useMay, useSessionChange } from '../../session/session.ts'

interface ChangePasswordProps {
  onDone?: () => void
}

const empty = { current: '', wanted: '', again: '', revokesKeys: false }

/** The form to change the user's own password. */
export function ChangePassword({ onDone }: ChangePasswordProps) {
  const { changePassword } = useSessionChange()
  const mayHaveKeys = useMay()('self:key')
  const form = useForm({
    first: empty,
    send: ({ current, wanted, revokesKeys }) => changePassword(current, wanted, revokesKeys),
    onDone: (effects) => {
      say(text('password.done', { effects: effectsText(effects) }))
      onDone?.()
    },
  })
  const { wanted, again } = form.fields
  const isDifferent = again !== '' && again !== wanted
  const submit = () => {
    if (again === wanted) form.submit()
  }
  return (
    <Form
      label={text('password.title')}
      form={{ ...form, submit }}
      isChecked
      actions={
        <Button type="submit" look="main" isPending={form.isPending} isDisabled={isDifferent}>
          {text('password.submit')}
        </Button>
      }
    >
      <Field
        label={text('password.current')}
        type="password"
        {...form.checkedField('current')}
        autoComplete="current-password"
        isRequired
        autoFocus
      />
      <Field
        label={text('password.new')}
        type="password"
        {...form.checkedField('wanted')}
        autoComplete="new-password"
        help={text('password.rules')}
        isRequired
      />
      <Field
        label={text('password.again')}
        type="password"
        {...form.checkedField('again')}
        autoComplete="new-password"
        error={isDifferent ? text('password.different') : undefined}
        isRequired
      />
      {mayHaveKeys && (
        <Check label={text('password.keys')} about={text('password.keysAbout')} {...form.check('revokesKeys')} />
      )}
    </Form>
  )
}
