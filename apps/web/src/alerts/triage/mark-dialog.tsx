import type { AlertMarkChange } from '@watchpost/contract'
import { alertStatuses } from '@watchpost/contract/names'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../../kit/feedback/dialog.tsx'
import { Field } from '../../kit/controls/field.tsx'
import { Segmented } from '../../kit/controls/segmented.tsx'
import { SubmitOrCancel } from '../../kit/controls/submit-or-cancel.tsx'
import { counted, text } from '../../texts/text.ts'
import { tagsIn } from './marked.ts'

interface MarkDialogProps {
  /** The number of alerts to change; 0 closes the dialog. */
  count: number
  onMark: (change: AlertMarkChange) => void
  onClose: () => void
}

/** Changes the status, note or tags of one alert or several. */
export function MarkDialog({ count, onMark, onClose }: MarkDialogProps) {
  return (
    <Dialog title={counted('alerts.mark', count)} isOpen={count > 0} onClose={onClose}>
      <MarkForm onMark={onMark} onClose={onClose} />
    </Dialog>
  )
}

const choices = ['keep', ...alertStatuses] as const

function MarkForm({ onMark, onClose }: Omit<MarkDialogProps, 'count'>) {
  const [status, setStatus] = useState<(typeof choices)[number]>('keep')
  const [note, setNote] = useState('')
  const [tags, setTags] = useState('')
  const change: AlertMarkChange = {
    ...(status !== 'keep' && { status }),
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
        choices={choices.map((id) => ({ id, name: text(`status.${id}`) }))}
        chosen={status}
        onChoose={setStatus}
      />
      <Field label={text('alert.note')} value={note} onChange={setNote} isLong autoFocus maxLength={4_096} />
      <Field label={text('alerts.addTags')} value={tags} onChange={setTags} help={text('alerts.tagRules')} />
      <SubmitOrCancel submit={text('alerts.save')} onCancel={onClose} isDisabled={isEmpty} />
    </form>
  )
}
