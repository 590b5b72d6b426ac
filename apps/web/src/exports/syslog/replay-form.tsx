import { Field } from '../../kit/controls/field.tsx'
import { Form } from '../../kit/controls/form.tsx'
import { SubmitOrCancel } from '../../kit/controls/submit-or-cancel.tsx'
import { useForm } from '../../kit/controls/use-form.ts'
import { say } from '../../kit/feedback/toast.tsx'
import { useClient } from '../../server/server.tsx'
import { text } from '../../texts/text.ts'
import { useFollowSyslog } from './use-syslog.ts'

const hourMs = 3_600_000

/** Replays an export from a given time. */
export function ReplayForm({ id, onClose }: { id: number; onClose: () => void }) {
  const client = useClient()
  const follow = useFollowSyslog()
  const form = useForm({
    first: { from: `${new Date(Date.now() - hourMs).toISOString().slice(0, 19)}Z` },
    send: ({ from }) => client.replaySyslogExport({ params: { id }, body: { from: from.trim() } }),
    onDone: async () => {
      say(text('syslog.replayDone'))
      onClose()
      await follow(id)
    },
  })
  return (
    <Form
      label={text('syslog.replayTitle')}
      form={form}
      actions={<SubmitOrCancel submit={text('syslog.replay')} onCancel={onClose} isPending={form.isPending} />}
    >
      <p>{text('syslog.replayWords')}</p>
      <Field
        label={text('syslog.replayFrom')}
        {...form.field('from')}
        help={text('syslog.replayHelp')}
        spellCheck="false"
        autoFocus
      />
    </Form>
  )
}
