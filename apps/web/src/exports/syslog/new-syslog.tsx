import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorAt } from '../../kit/controls/field-errors.ts'
import { Field } from '../../kit/controls/field.tsx'
import { FieldRow, Form } from '../../kit/controls/form.tsx'
import { numberIn } from '../../kit/controls/number-in.ts'
import { SubmitOrCancel } from '../../kit/controls/submit-or-cancel.tsx'
import { useClient } from '../../server/server.tsx'
import { goToPage } from '../../kit/navigation/location.ts'
import { text } from '../../texts/text.ts'
import { useFollowSyslog } from './use-syslog.ts'

/** Makes an export of a host and a port; the rest follows on its page. */
export function NewSyslogForm({ first, onClose }: { first: number; onClose: () => void }) {
  const client = useClient()
  const [number, setNumber] = useState(String(first))
  const [hostname, setHostname] = useState('')
  const [port, setPort] = useState('')
  const id = numberIn(number)
  const follow = useFollowSyslog(id)
  const attempt = useMutation({
    mutationFn: () =>
      client.putSyslogGeneral({ params: { id }, body: { hostname: hostname.trim(), port: numberIn(port) } }),
    onSuccess: async () => {
      await follow()
      onClose()
      goToPage('/export', { id: String(id) })
    },
  })
  return (
    <Form
      label={text('syslog.newTitle')}
      error={attempt.error}
      pointers={['#/hostname', '#/port', '#/id']}
      onSubmit={() => attempt.mutate()}
      actions={<SubmitOrCancel submit={text('exports.add')} onCancel={onClose} isPending={attempt.isPending} />}
    >
      <p>{text('syslog.newWords')}</p>
      <Field
        label={text('syslog.hostname')}
        value={hostname}
        onChange={setHostname}
        error={errorAt(attempt.error, '#/hostname')}
        spellCheck="false"
        autoFocus
      />
      <FieldRow>
        <Field
          label={text('syslog.port')}
          value={port}
          onChange={setPort}
          inputMode="numeric"
          help={text('syslog.portHelp')}
          error={errorAt(attempt.error, '#/port')}
        />
        <Field
          label={text('exports.number')}
          value={number}
          onChange={setNumber}
          inputMode="numeric"
          error={errorAt(attempt.error, '#/id')}
        />
      </FieldRow>
    </Form>
  )
}
