import type { User } from '@watchpost/contract'
import { Check } from '../kit/controls/checks.tsx'
import { Dialog } from '../kit/feedback/dialog.tsx'
import { Form } from '../kit/controls/form.tsx'
import { SubmitOrCancel } from '../kit/controls/submit-or-cancel.tsx'
import { useForm } from '../kit/controls/use-form.ts'
import { text } from '../texts/text.ts'
import type { MadePassword } from './password-dialog.tsx'
import { useUserChanges } from './use-users.ts'

interface ResetPasswordProps<Who> {
  user: Who
  onClose: () => void
  onMade: (made: MadePassword) => void
}

/** Resets the password of an account and optionally removes its API keys. */
export function ResetPasswordDialog({ user, onClose, onMade }: ResetPasswordProps<User | undefined>) {
  return (
    <Dialog
      title={user ? text('users.resetTitle', { name: user.username }) : ''}
      isOpen={user !== undefined}
      onClose={onClose}
    >
      {user && <ResetPasswordForm user={user} onClose={onClose} onMade={onMade} />}
    </Dialog>
  )
}

function ResetPasswordForm({ user, onClose, onMade }: ResetPasswordProps<User>) {
  const { resetPassword } = useUserChanges()
  const form = useForm({
    first: { revokesKeys: false },
    send: ({ revokesKeys }) => resetPassword(user, revokesKeys),
    onDone: ({ password, ...effects }) => {
      onClose()
      onMade({ name: user.username, password, effects })
    },
  })
  return (
    <Form
      label={text('users.reset')}
      form={form}
      actions={<SubmitOrCancel submit={text('users.reset')} onCancel={onClose} isPending={form.isPending} />}
    >
      <p>{text('users.resetWords')}</p>
      <Check
        label={text('users.resetKeys', { name: user.username })}
        about={text('password.keysAbout')}
        {...form.check('revokesKeys')}
      />
    </Form>
  )
}
