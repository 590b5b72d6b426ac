import type { DeadLetterSummary } from '@watchpost/contract'
import { IconButton } from '../kit/controls/button.tsx'
import { StateMark } from '../kit/feedback/state-mark.tsx'
import { counted, text } from '../texts/text.ts'
import styles from './dead-letters.module.css'
import type { PutBack } from './put-back.ts'

interface LetterOutcomeProps {
  putBack: PutBack
  summary: DeadLetterSummary | undefined
  onClose: () => void
}

/** The result of a retry: how many were put back, and how many of those have failed again so far. */
export function LetterOutcome({ putBack: { count }, summary, onClose }: LetterOutcomeProps) {
  const cameBack = summary?.came_back ?? 0
  return (
    <div className={styles.outcome} role="status">
      <StateMark tone={cameBack > 0 ? 'warning' : 'good'}>
        <strong>{counted('letters.putBack', count)}</strong>{' '}
        {cameBack > 0 ? counted('letters.cameBackAgain', cameBack) : text('letters.noneCameBack')}
      </StateMark>
      <IconButton icon="close" label={text('letters.closeOutcome')} onPress={onClose} />
    </div>
  )
}
