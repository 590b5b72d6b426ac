import { useMutation } from '@tanstack/react-query'
import type { User } from '@watchpost/contract'
import { useState } from 'react'
import { Check } from '../kit/controls/checks.tsx'
import { Dialog } from '../kit/feedback/dialog.tsx'
import { Form } from '../kit/controls/form.tsx'
import { SubmitOrCancel } from '../kit/controls/submit-or-cancel.tsx'
import { text } from '../texts/text.ts'
import type { MadePassword } from './password-dialog.tsx'
import { useUserChanges } from './use-users.ts'

interface ResetPasswordProps<Who> {
  user: Who
  onClose: () => void
  onMade: (made: MadePassword) => void
}

/** Gives an account a new password, and removes its keys if wanted. */
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
  const [revokesKeys, setRevokesKeys] = useState(false)
  const { resetPassword } = useUserChanges()
  const attempt = useMutation({
    mutationFn: () => resetPassword(user, revokesKeys),
    onSuccess: ({ password, ...effects }) => {
      onClose()
      onMade({ name: user.username, password, effects })
    },
  })
  return (
    <Form
      label={text('users.reset')}
      error={attempt.error}
      actions={<SubmitOrCancel submit={text('users.reset')} onCancel={onClose} isPending={attempt.isPending} />}
      onSubmit={() => attempt.mutate()}
    >
      <p>{text('users.resetWords')}</p>
      <Check
        label={text('users.resetKeys', { name: user.username })}
        about={text('password.keysAbout')}
        isOn={revokesKeys}
        onChange={setRevokesKeys}
      />
    </Form>
  )
}
