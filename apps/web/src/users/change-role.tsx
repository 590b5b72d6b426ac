import type { User } from '@watchpost/contract'
import { Dialog } from '../kit/feedback/dialog.tsx'
import { Form } from '../kit/controls/form.tsx'
import { SubmitOrCancel } from '../kit/controls/submit-or-cancel.tsx'
import { useForm } from '../kit/controls/use-form.ts'
import { say } from '../kit/feedback/toast.tsx'
import { text } from '../texts/text.ts'
import { RoleChoice } from './role-choice.tsx'
import { useUserChanges } from './use-users.ts'

/** Changes the role of an account. */
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
  const { change } = useUserChanges()
  const form = useForm({
    first: { role: user.role },
    send: async ({ role }) => {
      await change(user, { role })
      return role
    },
    onDone: (role) => {
      say(text('users.roleDone', { name: user.username, role: text(`role.${role}`) }))
      onClose()
    },
  })
  return (
    <Form
      label={text('users.changeRole')}
      form={form}
      actions={
        <SubmitOrCancel
          submit={text('users.roleSave')}
          onCancel={onClose}
          isPending={form.isPending}
          isDisabled={!form.isChanged}
        />
      }
    >
      <p>{text('users.roleWords')}</p>
      <RoleChoice role={form.fields.role} onChoose={(role) => form.change({ role })} />
    </Form>
  )
}
