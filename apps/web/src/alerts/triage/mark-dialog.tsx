import type { AlertMarkChange } from '@watchpost/contract'
import { alertStatuses, alertVerdicts, noVerdict } from '@watchpost/contract/names'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../../kit/feedback/dialog.tsx'
import { Field } from '../../kit/controls/field.tsx'
import { Segmented } from '../../kit/controls/segmented.tsx'
import { SubmitOrCancel } from '../../kit/controls/submit-or-cancel.tsx'
import { counted, text } from '../../texts/text.ts'
import { tagsIn } from './marked.ts'
import { AssigneeSelect } from './verdict-form.tsx'

interface MarkDialogProps {
  /** The number of alerts to change; 0 closes the dialog. */
  count: number
  onMark: (change: AlertMarkChange) => void
  onClose: () => void
}

/** Sets status, verdict, assignee, note and tags of one alert or several. */
export function MarkDialog({ count, onMark, onClose }: MarkDialogProps) {
  return (
    <Dialog title={counted('alerts.mark', count)} isOpen={count > 0} onClose={onClose}>
      <MarkForm onMark={onMark} onClose={onClose} />
    </Dialog>
  )
}

const statuses = ['keep', ...alertStatuses] as const
const verdicts = ['keep', noVerdict, ...alertVerdicts] as const

function MarkForm({ onMark, onClose }: Omit<MarkDialogProps, 'count'>) {
  const [status, setStatus] = useState<(typeof statuses)[number]>('keep')
  const [verdict, setVerdict] = useState<(typeof verdicts)[number]>('keep')
  const [reason, setReason] = useState('')
  /** Null removes the assignee, undefined keeps it. */
  const [assignee, setAssignee] = useState<string | null>()
  const [note, setNote] = useState('')
  const [tags, setTags] = useState('')
  const hasReason = verdict !== 'keep' && verdict !== noVerdict
  const change: AlertMarkChange = {
    ...(status !== 'keep' && { status }),
    ...(verdict !== 'keep' && { verdict: verdict === noVerdict ? null : verdict }),
    ...(hasReason && reason && { reason }),
    ...(assignee !== undefined && { assignee }),
    ...(note && { note }),
    ...(tags.trim() && { add_tags: tagsIn(tags) }),
  }
  const isEmpty = Object.keys(change).length === 0
  function submit(event: FormEvent) {
    event.preventDefault()
    if (isEmpty) return
    onMark(change)
    onClose()
  }
  return (
    <form onSubmit={submit} style={{ display: 'contents' }}>
      <Segmented
        label={text('alert.status')}
        choices={statuses.map((id) => ({ id, name: text(`status.${id}`) }))}
        chosen={status}
        onChoose={setStatus}
        isLabelShown
        autoFocus
      />
      <Segmented
        label={text('alert.verdict')}
        choices={verdicts.map((id) => ({ id, name: text(`verdict.${id}`) }))}
        chosen={verdict}
        onChoose={setVerdict}
        isLabelShown
      />
      {hasReason && <Field label={text('alert.reason')} value={reason} onChange={setReason} maxLength={1_024} />}
      <AssigneeSelect assignee={assignee} mayKeep onChoose={setAssignee} />
      <Field label={text('alert.note')} value={note} onChange={setNote} isLong maxLength={4_096} />
      <Field label={text('alerts.addTags')} value={tags} onChange={setTags} help={text('alerts.tagRules')} />
      <SubmitOrCancel submit={text('alerts.save')} onCancel={onClose} isDisabled={isEmpty} />
    </form>
  )
}
