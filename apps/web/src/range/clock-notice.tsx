import { Notice } from '../kit/feedback/notice.tsx'
import { text } from '../texts/text.ts'

/** Says of an event that its time is the arrival, because the sensor claimed an impossible one. */
export function ClockNotice({ claimed }: { claimed: string | undefined }) {
  if (claimed === undefined) return null
  return (
    <Notice kind="warning" title={text('clock.wrong', { claimed })}>
      {text('clock.corrected')}
    </Notice>
  )
}
