import { Dialog } from '../../kit/feedback/dialog.tsx'
import { Field } from '../../kit/controls/field.tsx'
import { Form } from '../../kit/controls/form.tsx'
import { SubmitOrCancel } from '../../kit/controls/submit-or-cancel.tsx'
import { useForm } from '../../kit/controls/use-form.ts'
import { useStore } from '../../kit/state/store.ts'
import { useClient, useConfirmation } from '../../server/server.tsx'
import { text } from '../../texts/text.ts'

/** Asks for the password when the API requires it for a dangerous change, then repeats the change. */
export function ConfirmPassword() {
  const confirmation = useConfirmation()
  const isAsking = useStore(confirmation.isAsking)
  return (
    <Dialog title={text('confirm.title')} isOpen={isAsking} onClose={() => confirmation.answer(false)}>
      <p>{text('confirm.words')}</p>
      <ConfirmForm onConfirmed={() => confirmation.answer(true)} onGivenUp={() => confirmation.answer(false)} />
    </Dialog>
  )
}

function ConfirmForm({ onConfirmed, onGivenUp }: { onConfirmed: () => void; onGivenUp: () => void }) {
  const client = useClient()
  const form = useForm({
    first: { password: '' },
    send: (fields) => client.confirmSession({ body: fields }),
    onDone: onConfirmed,
  })
  return (
    <Form
      label={text('confirm.title')}
      form={form}
      isChecked
      actions={<SubmitOrCancel submit={text('confirm.submit')} onCancel={onGivenUp} isPending={form.isPending} />}
    >
      <Field
        label={text('signIn.password')}
        type="password"
        {...form.checkedField('password')}
        autoComplete="current-password"
        isRequired
        autoFocus
      />
    </Form>
  )
}
