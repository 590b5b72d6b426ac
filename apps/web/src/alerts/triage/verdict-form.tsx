import type { AlertMark, AlertMarkChange } from '@watchpost/contract'
import { alertVerdicts, noAssignee, noVerdict } from '@watchpost/contract/names'
import { type FormEvent, useState } from 'react'
import { Button } from '../../kit/controls/button.tsx'
import { Field } from '../../kit/controls/field.tsx'
import { Segmented } from '../../kit/controls/segmented.tsx'
import { Select } from '../../kit/controls/select.tsx'
import { text } from '../../texts/text.ts'
import styles from '../../document/detail.module.css'
import { useAssignees } from '../detail/use-alert.ts'

interface VerdictFormProps {
  mark: AlertMark
  onChange: (change: AlertMarkChange) => void
}

/** No user has an empty name. */
const keepAssignee = ''
const verdicts = [noVerdict, ...alertVerdicts] as const

/** Sets the verdict, and its reason as soon as there is one. */
export function VerdictForm({ mark: { verdict, reason }, onChange }: VerdictFormProps) {
  return (
    <>
      <Segmented
        label={text('alert.verdict')}
        choices={verdicts.map((id) => ({ id, name: text(`verdict.${id}`) }))}
        chosen={verdict ?? noVerdict}
        onChoose={(chosen) => onChange({ verdict: chosen === noVerdict ? null : chosen })}
      />
      {verdict && (
        <ReasonForm
          key={`${verdict} ${reason}`}
          reason={reason}
          onSave={(typed) => onChange({ verdict, reason: typed })}
        />
      )}
    </>
  )
}

function ReasonForm({ reason, onSave }: { reason: string; onSave: (reason: string) => void }) {
  const [typed, setTyped] = useState(reason)
  function submit(event: FormEvent) {
    event.preventDefault()
    onSave(typed)
  }
  return (
    <form onSubmit={submit} className={styles.row}>
      <Field label={text('alert.reason')} value={typed} onChange={setTyped} maxLength={1_024} />
      {typed !== reason && <Button type="submit">{text('alert.saveReason')}</Button>}
    </form>
  )
}

interface AssigneeSelectProps {
  /** Null: no one; undefined: no change. */
  assignee: string | null | undefined
  /** Offers to change nothing. */
  mayKeep?: boolean
  onChoose: (assignee: string | null | undefined) => void
}

/** Chooses the assignee. A user who can no longer be assigned stays in the list as long as the alert has that user. */
export function AssigneeSelect({ assignee, mayKeep = false, onChoose }: AssigneeSelectProps) {
  const { data = [] } = useAssignees()
  const names = [...new Set([...(assignee ? [assignee] : []), ...data])]
  return (
    <Select
      label={text('alert.assignee')}
      choices={[
        ...(mayKeep ? [{ id: keepAssignee, name: text('alert.keepAssignee') }] : []),
        { id: noAssignee, name: text('alert.noAssignee') },
        ...names.toSorted((a, b) => a.localeCompare(b)).map((name) => ({ id: name, name })),
      ]}
      chosen={assignee === undefined ? keepAssignee : (assignee ?? noAssignee)}
      onChoose={(chosen) => onChoose(chosen === keepAssignee ? undefined : chosen === noAssignee ? null : chosen)}
    />
  )
}
