import { Notice } from '../kit/feedback/notice.tsx'
import { text } from '../texts/text.ts'

/** Shown for an event that uses its arrival time because the sensor reported an impossible time. */
export function ClockNotice({ claimed }: { claimed: string | undefined }) {
  if (claimed === undefined) return null
  return (
    <Notice kind="warning" title={text('clock.wrong', { claimed })}>
      {text('clock.corrected')}
    </Notice>
  )
}
