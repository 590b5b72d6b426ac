import { StateMark } from '../kit/feedback/state-mark.tsx'
import { text } from '../texts/text.ts'
import { type ExportStatus, statusTone } from './status-tone.ts'

/** The status of an export, as a text and a colour. */
export function ExportStatusMark({ status }: { status: ExportStatus }) {
  return <StateMark tone={statusTone(status)}>{text(`exports.status.${status}`)}</StateMark>
}
