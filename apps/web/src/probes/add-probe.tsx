import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CreatedProbe } from '@watchpost/contract'
import { useState } from 'react'
import { Dialog } from '../kit/feedback/dialog.tsx'
import { errorAt } from '../kit/controls/field-errors.ts'
import { Field } from '../kit/controls/field.tsx'
import { FieldRow, Form } from '../kit/controls/form.tsx'
import { SubmitOrCancel } from '../kit/controls/submit-or-cancel.tsx'
import { queryKeys } from '../server/query-keys.ts'
import { useClient } from '../server/server.tsx'
import { text } from '../texts/text.ts'
import { Enrolment } from './enrolment.tsx'
import { beforeOf } from './enrolment-progress.ts'
import { type NewProbeFields, newProbeOf } from './new-probe.ts'

/** From a name to the first event: the form, then the command, then what happens. */
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
const pointers = ['#/fqdn', '#/source_network', '#/events_per_second', '#/id']

function AddProbeForm({ onClose, onMade }: { onClose: () => void; onMade: (probe: CreatedProbe) => void }) {
  const client = useClient()
  const queries = useQueryClient()
  const [fields, setFields] = useState(empty)
  const attempt = useMutation({
    mutationFn: async () => (await client.createProbe({ body: newProbeOf(fields) })).body,
    onSuccess: (probe) => {
      onMade(probe)
      return queries.invalidateQueries({ queryKey: queryKeys.probes })
    },
  })
  const field = (name: keyof NewProbeFields) => ({
    value: fields[name],
    onChange: (value: string) => setFields({ ...fields, [name]: value }),
    autoComplete: 'off',
    spellCheck: 'false' as const,
  })
  return (
    <Form
      label={text('enrol.title')}
      error={attempt.error}
      pointers={pointers}
      onSubmit={() => attempt.mutate()}
      actions={<SubmitOrCancel submit={text('enrol.make')} onCancel={onClose} isPending={attempt.isPending} />}
    >
      <Field label={text('enrol.fqdn')} {...field('fqdn')} error={errorAt(attempt.error, '#/fqdn')} autoFocus />
      <Field
        label={text('enrol.network')}
        {...field('network')}
        help={text('enrol.networkHelp')}
        error={errorAt(attempt.error, '#/source_network')}
      />
      <FieldRow>
        <Field
          label={text('enrol.limit')}
          {...field('limit')}
          inputMode="numeric"
          help={text('enrol.limitHelp')}
          error={errorAt(attempt.error, '#/events_per_second')}
        />
        <Field
          label={text('enrol.number')}
          {...field('number')}
          inputMode="numeric"
          help={text('enrol.numberHelp')}
          error={errorAt(attempt.error, '#/id')}
        />
      </FieldRow>
    </Form>
  )
}
