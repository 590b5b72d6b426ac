import type { Probe } from '@watchpost/contract'
import { Field } from '../kit/controls/field.tsx'
import { Form } from '../kit/controls/form.tsx'
import { numberIn } from '../kit/controls/number-in.ts'
import { SubmitOrCancel } from '../kit/controls/submit-or-cancel.tsx'
import { useForm } from '../kit/controls/use-form.ts'
import { say } from '../kit/feedback/toast.tsx'
import { text } from '../texts/text.ts'
import { useProbeChanges } from './use-probes.ts'

/** Changes the name or the rate limit of a probe. */
export function ChangeProbeForm({ probe, onClose }: { probe: Probe; onClose: () => void }) {
  const { change } = useProbeChanges(probe.id)
  const form = useForm({
    first: { fqdn: probe.fqdn, limit: probe.events_per_second === null ? '' : String(probe.events_per_second) },
    members: { limit: 'events_per_second' },
    send: async ({ fqdn, limit }) => {
      await change({ fqdn: fqdn.trim(), events_per_second: limit.trim() === '' ? null : numberIn(limit) })
      return fqdn
    },
    onDone: (name) => {
      say(text('probe.changed', { name }))
      onClose()
    },
  })
  return (
    <Form
      label={text('probe.change')}
      form={form}
      actions={<SubmitOrCancel submit={text('probe.save')} onCancel={onClose} isPending={form.isPending} />}
    >
      <p>{text('probe.changeWords')}</p>
      <Field label={text('enrol.fqdn')} {...form.field('fqdn')} spellCheck="false" autoFocus />
      <Field label={text('enrol.limit')} {...form.field('limit')} inputMode="numeric" help={text('enrol.limitHelp')} />
    </Form>
  )
}
