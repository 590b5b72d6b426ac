import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorAt } from '../kit/controls/field-errors.ts'
import { Field } from '../kit/controls/field.tsx'
import { Form } from '../kit/controls/form.tsx'
import { SubmitOrCancel } from '../kit/controls/submit-or-cancel.tsx'
import { useClient } from '../server/server.tsx'
import { text } from '../texts/text.ts'

/** Puts a certificate of an administrator in the place of the present one. */
export function ReplaceCertificate({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const client = useClient()
  const [chain, setChain] = useState('')
  const [privateKey, setPrivateKey] = useState('')
  const attempt = useMutation({
    mutationFn: () => client.replaceCertificate({ body: { certificate_chain: chain, private_key: privateKey } }),
    onSuccess: onDone,
  })
  return (
    <Form
      label={text('certificate.replaceTitle')}
      error={attempt.error}
      pointers={['#/certificate_chain', '#/private_key']}
      actions={<SubmitOrCancel submit={text('certificate.replace')} onCancel={onClose} isPending={attempt.isPending} />}
      onSubmit={() => attempt.mutate()}
    >
      <p>{text('certificate.replaceWords')}</p>
      <Field
        label={text('certificate.pem')}
        value={chain}
        onChange={setChain}
        isLong
        help={text('certificate.pemHelp')}
        error={errorAt(attempt.error, '#/certificate_chain')}
        spellCheck="false"
        autoFocus
      />
      <Field
        label={text('certificate.privateKey')}
        value={privateKey}
        onChange={setPrivateKey}
        isLong
        help={text('certificate.privateKeyHelp')}
        error={errorAt(attempt.error, '#/private_key')}
        autoComplete="off"
        spellCheck="false"
      />
    </Form>
  )
}
