import type { Role } from '@watchpost/contract'
import { useState } from 'react'
import { Dialog } from '../kit/feedback/dialog.tsx'
import { errorAt } from '../kit/controls/field-errors.ts'
import { Field } from '../kit/controls/field.tsx'
import { Form } from '../kit/controls/form.tsx'
import { SubmitOrCancel } from '../kit/controls/submit-or-cancel.tsx'
import { text } from '../texts/text.ts'
import { RoleChoice } from './role-choice.tsx'
import { useCreateUser } from './use-users.ts'

interface NewUserDialogProps {
  isOpen: boolean
  onClose: () => void
  onMade: (name: string, password: string) => void
}

/** Adds an account. */
export function NewUserDialog({ isOpen, onClose, onMade }: NewUserDialogProps) {
  return (
    <Dialog title={text('users.add')} isOpen={isOpen} onClose={onClose}>
      <NewUserForm onClose={onClose} onMade={onMade} />
    </Dialog>
  )
}

function NewUserForm({ onClose, onMade }: Omit<NewUserDialogProps, 'isOpen'>) {
  const [username, setUsername] = useState('')
  const [role, setRole] = useState<Role>('operator')
  const attempt = useCreateUser(onMade)
  return (
    <Form
      label={text('users.add')}
      error={attempt.error}
      pointers={['#/username', '#/role']}
      actions={<SubmitOrCancel submit={text('users.add')} onCancel={onClose} isPending={attempt.isPending} />}
      onSubmit={() => attempt.mutate({ username, role })}
    >
      <p>{text('users.addWords')}</p>
      <Field
        label={text('users.name')}
        value={username}
        onChange={setUsername}
        help={text('users.nameRules')}
        error={errorAt(attempt.error, '#/username')}
        autoComplete="off"
        spellCheck="false"
        autoFocus
      />
      <RoleChoice role={role} onChoose={setRole} />
    </Form>
  )
}
