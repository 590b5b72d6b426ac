import { useMutation } from '@tanstack/react-query'
import type { Role, User } from '@watchpost/contract'
import { useState } from 'react'
import { Dialog } from '../kit/feedback/dialog.tsx'
import { Form } from '../kit/controls/form.tsx'
import { SubmitOrCancel } from '../kit/controls/submit-or-cancel.tsx'
import { say } from '../kit/feedback/toast.tsx'
import { text } from '../texts/text.ts'
import { RoleChoice } from './role-choice.tsx'
import { useUserChanges } from './use-users.ts'

/** Gives an account another role. */
export function ChangeRoleDialog({ user, onClose }: { user: User | undefined; onClose: () => void }) {
  return (
    <Dialog
      title={user ? text('users.roleOf', { name: user.username }) : ''}
      isOpen={user !== undefined}
      onClose={onClose}
    >
      {user && <ChangeRoleForm user={user} onClose={onClose} />}
    </Dialog>
  )
}

function ChangeRoleForm({ user, onClose }: { user: User; onClose: () => void }) {
  const [role, setRole] = useState<Role>(user.role)
  const { change } = useUserChanges()
  const attempt = useMutation({
    mutationFn: () => change(user, { role }),
    onSuccess: () => {
      say(text('users.roleDone', { name: user.username, role: text(`role.${role}`) }))
      onClose()
    },
  })
  return (
    <Form
      label={text('users.changeRole')}
      error={attempt.error}
      actions={
        <SubmitOrCancel
          submit={text('users.roleSave')}
          onCancel={onClose}
          isPending={attempt.isPending}
          isDisabled={role === user.role}
        />
      }
      onSubmit={() => attempt.mutate()}
    >
      <p>{text('users.roleWords')}</p>
      <RoleChoice role={role} onChoose={setRole} />
    </Form>
  )
}
