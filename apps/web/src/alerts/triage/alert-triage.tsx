import type { AlertDetail, AlertMark } from '@watchpost/contract'
import { alertStatuses } from '@watchpost/contract/names'
import { type FormEvent, useState } from 'react'
import { Button } from '../../kit/controls/button.tsx'
import { Chip } from '../../kit/controls/chip.tsx'
import { Field } from '../../kit/controls/field.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Segmented } from '../../kit/controls/segmented.tsx'
import { usePreferences } from '../../kit/state/preferences.ts'
import { useMayMark } from '../../session/session.ts'
import { text } from '../../texts/text.ts'
import { timeText } from '../../time/format.ts'
import styles from '../../document/detail.module.css'
import { tagsIn } from './marked.ts'
import { useMarkAlert } from '../detail/use-alert.ts'
import { AssigneeSelect, VerdictForm } from './verdict-form.tsx'

interface AlertTriageProps {
  alert: AlertDetail
  onMarked: ((mark: AlertMark) => void) | undefined
}

/** Status, verdict, assignee, note and tags, which analysts set. */
export function AlertTriage({ alert, onMarked }: AlertTriageProps) {
  const { mark } = alert
  const { clock } = usePreferences()
  const marking = useMarkAlert(alert.uuid, onMarked)
  const mayMark = useMayMark()
  const by = mark.changed_by && mark.changed_at
  const aside =
    by &&
    text('alert.changedBy', { name: mark.changed_by ?? '', time: timeText(mark.changed_at ?? '', 'second', clock) })
  if (!mayMark) {
    return (
      <Panel title={text('alert.triage')} aside={aside}>
        {[
          text(`status.${mark.status}`),
          mark.verdict && text(`verdict.${mark.verdict}`),
          mark.reason,
          mark.assignee,
          mark.tags.join(', '),
          mark.note,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Panel>
    )
  }
  return (
    <Panel title={text('alert.triage')} aside={aside}>
      <div className={styles.triage}>
        <Segmented
          label={text('alert.status')}
          choices={alertStatuses.map((id) => ({ id, name: text(`status.${id}`) }))}
          chosen={mark.status}
          onChoose={(status) => marking.mutate({ status })}
        />
        <VerdictForm mark={mark} onChange={marking.mutate} />
        <AssigneeSelect assignee={mark.assignee} onChoose={(assignee = null) => marking.mutate({ assignee })} />
        <NoteForm note={mark.note} onSave={(note) => marking.mutate({ note })} />
        <TagForm
          tags={mark.tags}
          onAdd={(add_tags) => marking.mutate({ add_tags })}
          onRemove={(tag) => marking.mutate({ remove_tags: [tag] })}
        />
      </div>
    </Panel>
  )
}

function NoteForm({ note, onSave }: { note: string; onSave: (note: string) => void }) {
  const [typed, setTyped] = useState(note)
  function submit(event: FormEvent) {
    event.preventDefault()
    onSave(typed)
  }
  return (
    <form onSubmit={submit} className={styles.triage}>
      <Field label={text('alert.note')} value={typed} onChange={setTyped} isLong maxLength={4_096} />
      {typed !== note && (
        <div>
          <Button type="submit" look="main">
            {text('alert.saveNote')}
          </Button>
        </div>
      )}
    </form>
  )
}

interface TagFormProps {
  tags: readonly string[]
  onAdd: (tags: string[]) => void
  onRemove: (tag: string) => void
}

function TagForm({ tags, onAdd, onRemove }: TagFormProps) {
  const [typed, setTyped] = useState('')
  function submit(event: FormEvent) {
    event.preventDefault()
    const added = tagsIn(typed)
    if (added.length > 0) onAdd(added)
    setTyped('')
  }
  return (
    <>
      {tags.length > 0 && (
        <div className={styles.tags} role="list" aria-label={text('alert.tags')}>
          {tags.map((tag) => (
            <Chip key={tag} name="" value={tag} onRemove={() => onRemove(tag)} />
          ))}
        </div>
      )}
      <form onSubmit={submit} className={styles.row}>
        <Field label={text('alert.newTag')} value={typed} onChange={setTyped} />
        <Button type="submit" isDisabled={typed.trim() === ''}>
          {text('alert.addTag')}
        </Button>
      </form>
    </>
  )
}
