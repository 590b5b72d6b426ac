import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorAt } from '../../kit/controls/field-errors.ts'
import { Field } from '../../kit/controls/field.tsx'
import { Form } from '../../kit/controls/form.tsx'
import { SubmitOrCancel } from '../../kit/controls/submit-or-cancel.tsx'
import { say } from '../../kit/feedback/toast.tsx'
import { useClient } from '../../server/server.tsx'
import { text } from '../../texts/text.ts'
import { useFollowSyslog } from './use-syslog.ts'

const hourMs = 3_600_000

/** Puts an export back to a time. */
export function ReplayForm({ id, onClose }: { id: number; onClose: () => void }) {
  const client = useClient()
  const follow = useFollowSyslog(id)
  const [from, setFrom] = useState(() => `${new Date(Date.now() - hourMs).toISOString().slice(0, 19)}Z`)
  const attempt = useMutation({
    mutationFn: () => client.replaySyslogExport({ params: { id }, body: { from: from.trim() } }),
    onSuccess: async () => {
      say(text('syslog.replayDone'))
      onClose()
      await follow()
    },
  })
  return (
    <Form
      label={text('syslog.replayTitle')}
      error={attempt.error}
      pointers={['#/from']}
      onSubmit={() => attempt.mutate()}
      actions={<SubmitOrCancel submit={text('syslog.replay')} onCancel={onClose} isPending={attempt.isPending} />}
    >
      <p>{text('syslog.replayWords')}</p>
      <Field
        label={text('syslog.replayFrom')}
        value={from}
        onChange={setFrom}
        help={text('syslog.replayHelp')}
        error={errorAt(attempt.error, '#/from')}
        spellCheck="false"
        autoFocus
      />
    </Form>
  )
}
