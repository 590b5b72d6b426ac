import type { SyslogExport } from '@watchpost/contract'
import { Check } from '../../../kit/controls/checks.tsx'
import { Field } from '../../../kit/controls/field.tsx'
import { Form } from '../../../kit/controls/form.tsx'
import { SubmitOrCancel } from '../../../kit/controls/submit-or-cancel.tsx'
import { useForm } from '../../../kit/controls/use-form.ts'
import { say } from '../../../kit/feedback/toast.tsx'
import { useClient } from '../../../server/server.tsx'
import { text } from '../../../texts/text.ts'
import { certificateFieldsOf, certificateOf } from './certificate-fields.ts'
import { useFollowSyslog } from '../use-syslog.ts'

const typed = { spellCheck: 'false', autoComplete: 'off' } as const

/** Replaces all certificate settings of an export. */
export function CertificateForm({ one, onClose }: { one: SyslogExport; onClose: () => void }) {
  const { id, certificate } = one
  const client = useClient()
  const follow = useFollowSyslog()
  const form = useForm({
    first: certificateFieldsOf(certificate),
    members: { key: 'cert_key', serverName: 'server_name' },
    send: (fields) => client.putSyslogCertificate({ params: { id }, body: certificateOf(fields) }),
    onDone: async () => {
      say(text('syslog.saved'))
      onClose()
      await follow(id)
    },
  })
  return (
    <Form
      label={text('syslog.certificate')}
      form={form}
      actions={<SubmitOrCancel submit={text('syslog.save')} onCancel={onClose} isPending={form.isPending} />}
    >
      <p>{text('syslog.setCertificateWords')}</p>
      <Field label={text('syslog.ca')} {...typed} {...form.field('ca')} isLong help={text('syslog.caHelp')} autoFocus />
      <Field label={text('syslog.cert')} {...typed} {...form.field('cert')} isLong help={text('syslog.certHelp')} />
      <Field label={text('syslog.key')} {...typed} {...form.field('key')} isLong help={text('syslog.keyHelp')} />
      <Field
        label={text('syslog.serverName')}
        {...typed}
        {...form.field('serverName')}
        help={text('syslog.serverNameHelp')}
      />
      <Check label={text('syslog.verify')} about={text('syslog.verifyHelp')} {...form.check('verify')} />
    </Form>
  )
}
