import { useMutation } from '@tanstack/react-query'
import type { SyslogExport } from '@watchpost/contract'
import { useState } from 'react'
import { Check } from '../../../kit/controls/checks.tsx'
import { errorAt } from '../../../kit/controls/field-errors.ts'
import { Field } from '../../../kit/controls/field.tsx'
import { Form } from '../../../kit/controls/form.tsx'
import { SubmitOrCancel } from '../../../kit/controls/submit-or-cancel.tsx'
import { say } from '../../../kit/feedback/toast.tsx'
import { useClient } from '../../../server/server.tsx'
import { text } from '../../../texts/text.ts'
import { type CertificateFields, certificateFieldsOf, certificateOf } from './certificate-fields.ts'
import { useFollowSyslog } from '../use-syslog.ts'

const pointers = ['#/cert', '#/cert_key', '#/ca', '#/server_name', '#/verify']

/** Sets the whole certificate part again. */
export function CertificateForm({ one, onClose }: { one: SyslogExport; onClose: () => void }) {
  const { id, certificate } = one
  const client = useClient()
  const follow = useFollowSyslog(id)
  const [fields, setFields] = useState(() => certificateFieldsOf(certificate))
  const attempt = useMutation({
    mutationFn: () => client.putSyslogCertificate({ params: { id }, body: certificateOf(fields) }),
    onSuccess: async () => {
      say(text('syslog.saved'))
      onClose()
      await follow()
    },
  })
  const field = (name: Exclude<keyof CertificateFields, 'verify'>, pointer: string) => ({
    value: fields[name],
    onChange: (value: string) => setFields({ ...fields, [name]: value }),
    error: errorAt(attempt.error, pointer),
    spellCheck: 'false' as const,
    autoComplete: 'off',
  })
  return (
    <Form
      label={text('syslog.certificate')}
      error={attempt.error}
      pointers={pointers}
      onSubmit={() => attempt.mutate()}
      actions={<SubmitOrCancel submit={text('syslog.save')} onCancel={onClose} isPending={attempt.isPending} />}
    >
      <p>{text('syslog.setCertificateWords')}</p>
      <Field label={text('syslog.ca')} {...field('ca', '#/ca')} isLong help={text('syslog.caHelp')} autoFocus />
      <Field label={text('syslog.cert')} {...field('cert', '#/cert')} isLong help={text('syslog.certHelp')} />
      <Field label={text('syslog.key')} {...field('key', '#/cert_key')} isLong help={text('syslog.keyHelp')} />
      <Field
        label={text('syslog.serverName')}
        {...field('serverName', '#/server_name')}
        help={text('syslog.serverNameHelp')}
      />
      <Check
        label={text('syslog.verify')}
        about={text('syslog.verifyHelp')}
        isOn={fields.verify}
        onChange={(verify) => setFields({ ...fields, verify })}
      />
    </Form>
  )
}
