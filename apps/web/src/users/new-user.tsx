import type { Role } from '@watchpost/contract'
import { Dialog } from '../kit/feedback/dialog.tsx'
import { Field } from '../kit/controls/field.tsx'
import { Form } from '../kit/controls/form.tsx'
import { SubmitOrCancel } from '../kit/controls/submit-or-cancel.tsx'
import { useForm } from '../kit/controls/use-form.ts'
import { text } from '../texts/text.ts'
import { RoleChoice } from './role-choice.tsx'
import { useUserChanges } from './use-users.ts'

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

const first: { username: string; role: Role } = { username: '', role: 'operator' }

function NewUserForm({ onClose, onMade }: Omit<NewUserDialogProps, 'isOpen'>) {
  const { create } = useUserChanges()
  const form = useForm({
    first,
    send: create,
    onDone: ({ username, password = '' }) => onMade(username, password),
  })
  return (
    <Form
      label={text('users.add')}
      form={form}
      actions={<SubmitOrCancel submit={text('users.add')} onCancel={onClose} isPending={form.isPending} />}
    >
      <p>{text('users.addWords')}</p>
      <Field
        label={text('users.name')}
        {...form.field('username')}
        help={text('users.nameRules')}
        autoComplete="off"
        spellCheck="false"
        autoFocus
      />
      <RoleChoice role={form.fields.role} onChoose={(role) => form.change({ role })} />
    </Form>
  )
}
