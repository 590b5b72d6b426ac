import { Field } from '../kit/controls/field.tsx'
import { Form } from '../kit/controls/form.tsx'
import { SubmitOrCancel } from '../kit/controls/submit-or-cancel.tsx'
import { useForm } from '../kit/controls/use-form.ts'
import { useClient } from '../server/server.tsx'
import { text } from '../texts/text.ts'

/** Replaces the TLS certificate with one that an administrator provides. */
export function ReplaceCertificate({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const client = useClient()
  const form = useForm({
    first: { certificate_chain: '', private_key: '' },
    send: (fields) => client.replaceCertificate({ body: fields }),
    onDone,
  })
  return (
    <Form
      label={text('certificate.replaceTitle')}
      form={form}
      actions={<SubmitOrCancel submit={text('certificate.replace')} onCancel={onClose} isPending={form.isPending} />}
    >
      <p>{text('certificate.replaceWords')}</p>
      <Field
        label={text('certificate.pem')}
        {...form.field('certificate_chain')}
        isLong
        help={text('certificate.pemHelp')}
        spellCheck="false"
        autoFocus
      />
      <Field
        label={text('certificate.privateKey')}
        {...form.field('private_key')}
        isLong
        help={text('certificate.privateKeyHelp')}
        autoComplete="off"
        spellCheck="false"
      />
    </Form>
  )
}
