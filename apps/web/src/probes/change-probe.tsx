import { useMutation } from '@tanstack/react-query'
import type { Probe } from '@watchpost/contract'
import { useState } from 'react'
import { errorAt } from '../kit/controls/field-errors.ts'
import { Field } from '../kit/controls/field.tsx'
import { Form } from '../kit/controls/form.tsx'
import { numberIn } from '../kit/controls/number-in.ts'
import { SubmitOrCancel } from '../kit/controls/submit-or-cancel.tsx'
import { say } from '../kit/feedback/toast.tsx'
import { text } from '../texts/text.ts'
import { useProbeChanges } from './use-probes.ts'

/** Another name or limit. */
export function ChangeProbeForm({ probe, onClose }: { probe: Probe; onClose: () => void }) {
  const { change } = useProbeChanges(probe.id)
  const [fqdn, setFqdn] = useState(probe.fqdn)
  const [limit, setLimit] = useState(probe.events_per_second === null ? '' : String(probe.events_per_second))
  const attempt = useMutation({
    mutationFn: () => change({ fqdn: fqdn.trim(), events_per_second: limit.trim() === '' ? null : numberIn(limit) }),
    onSuccess: () => {
      say(text('probe.changed', { name: fqdn }))
      onClose()
    },
  })
  return (
    <Form
      label={text('probe.change')}
      error={attempt.error}
      pointers={['#/fqdn', '#/events_per_second']}
      onSubmit={() => attempt.mutate()}
      actions={<SubmitOrCancel submit={text('probe.save')} onCancel={onClose} isPending={attempt.isPending} />}
    >
      <p>{text('probe.changeWords')}</p>
      <Field
        label={text('enrol.fqdn')}
        value={fqdn}
        onChange={setFqdn}
        error={errorAt(attempt.error, '#/fqdn')}
        spellCheck="false"
        autoFocus
      />
      <Field
        label={text('enrol.limit')}
        value={limit}
        onChange={setLimit}
        inputMode="numeric"
        help={text('enrol.limitHelp')}
        error={errorAt(attempt.error, '#/events_per_second')}
      />
    </Form>
  )
}
