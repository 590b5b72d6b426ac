import { useQueryClient } from '@tanstack/react-query'
import type { CreatedProbe } from '@watchpost/contract'
import { useState } from 'react'
import { Dialog } from '../kit/feedback/dialog.tsx'
import { Field } from '../kit/controls/field.tsx'
import { FieldRow, Form } from '../kit/controls/form.tsx'
import { SubmitOrCancel } from '../kit/controls/submit-or-cancel.tsx'
import { useForm } from '../kit/controls/use-form.ts'
import { queryKeys } from '../server/query-keys.ts'
import { useClient } from '../server/server.tsx'
import { text } from '../texts/text.ts'
import { Enrolment } from './enrolment.tsx'
import { beforeOf } from './enrolment-progress.ts'
import { type NewProbeFields, newProbeOf } from './new-probe.ts'

/** Adds a probe in three steps: the form, the command for the sensor, and the enrolment progress. */
export function AddProbeDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [made, setMade] = useState<CreatedProbe>()
  function close() {
    onClose()
    setMade(undefined)
  }
  return (
    <Dialog title={made ? made.fqdn : text('enrol.title')} isWide isOpen={isOpen} onClose={close}>
      {made ? (
        <Enrolment id={made.id} enrolment={made.enrolment} before={beforeOf(made)} onClose={close} />
      ) : (
        <AddProbeForm onClose={close} onMade={setMade} />
      )}
    </Dialog>
  )
}

const empty: NewProbeFields = { fqdn: '', network: '', limit: '', number: '' }
const members = { network: 'source_network', limit: 'events_per_second', number: 'id' }
const typed = { autoComplete: 'off', spellCheck: 'false' } as const

function AddProbeForm({ onClose, onMade }: { onClose: () => void; onMade: (probe: CreatedProbe) => void }) {
  const client = useClient()
  const queries = useQueryClient()
  const form = useForm({
    first: empty,
    members,
    send: async (fields) => (await client.createProbe({ body: newProbeOf(fields) })).body,
    onDone: (probe) => {
      onMade(probe)
      return queries.invalidateQueries({ queryKey: queryKeys.probes })
    },
  })
  return (
    <Form
      label={text('enrol.title')}
      form={form}
      actions={<SubmitOrCancel submit={text('enrol.make')} onCancel={onClose} isPending={form.isPending} />}
    >
      <Field label={text('enrol.fqdn')} {...typed} {...form.field('fqdn')} autoFocus />
      <Field label={text('enrol.network')} {...typed} {...form.field('network')} help={text('enrol.networkHelp')} />
      <FieldRow>
        <Field
          label={text('enrol.limit')}
          {...typed}
          {...form.field('limit')}
          inputMode="numeric"
          help={text('enrol.limitHelp')}
        />
        <Field
          label={text('enrol.number')}
          {...typed}
          {...form.field('number')}
          inputMode="numeric"
          help={text('enrol.numberHelp')}
        />
      </FieldRow>
    </Form>
  )
}
