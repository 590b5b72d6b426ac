import { Field } from '../../kit/controls/field.tsx'
import { FieldRow, Form } from '../../kit/controls/form.tsx'
import { numberIn } from '../../kit/controls/number-in.ts'
import { SubmitOrCancel } from '../../kit/controls/submit-or-cancel.tsx'
import { useForm } from '../../kit/controls/use-form.ts'
import { useClient } from '../../server/server.tsx'
import { goToPage } from '../../kit/navigation/location.ts'
import { text } from '../../texts/text.ts'
import { useFollowSyslog } from './use-syslog.ts'

/** Creates an export from a host and a port. Everything else is set on its page. */
export function NewSyslogForm({ first, onClose }: { first: number; onClose: () => void }) {
  const client = useClient()
  const follow = useFollowSyslog()
  const form = useForm({
    first: { hostname: '', port: '', number: String(first) },
    members: { number: 'id' },
    send: async ({ hostname, port, number }) => {
      const id = numberIn(number)
      await client.putSyslogGeneral({ params: { id }, body: { hostname: hostname.trim(), port: numberIn(port) } })
      return id
    },
    onDone: async (id) => {
      await follow(id)
      onClose()
      goToPage('/export', { id: String(id) })
    },
  })
  return (
    <Form
      label={text('syslog.newTitle')}
      form={form}
      actions={<SubmitOrCancel submit={text('exports.add')} onCancel={onClose} isPending={form.isPending} />}
    >
      <p>{text('syslog.newWords')}</p>
      <Field label={text('syslog.hostname')} {...form.field('hostname')} spellCheck="false" autoFocus />
      <FieldRow>
        <Field label={text('syslog.port')} {...form.field('port')} inputMode="numeric" help={text('syslog.portHelp')} />
        <Field label={text('exports.number')} {...form.field('number')} inputMode="numeric" />
      </FieldRow>
    </Form>
  )
}
