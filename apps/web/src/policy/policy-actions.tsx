import { Button } from '../kit/controls/button.tsx'
import { FormActions } from '../kit/controls/form.tsx'
import { counted, text } from '../texts/text.ts'
import styles from './policy.module.css'

interface PolicyActionsProps {
  isChanged: boolean
  /** Something is written that could not be saved. */
  isBlocked: boolean
  isPending: boolean
  /** How many examples would score something else. */
  movedExamples: number
  onUndo: () => void
  onShipped: () => void
}

/** Saves what is written, or gives it up; always in sight. */
export function PolicyActions(props: PolicyActionsProps) {
  const { isChanged, isBlocked, isPending, movedExamples, onUndo, onShipped } = props
  return (
    <div className={styles.actions}>
      <FormActions>
        <Button type="submit" look="main" isPending={isPending} isDisabled={!isChanged || isBlocked}>
          {text('policy.save')}
        </Button>
        <Button onPress={onUndo} isDisabled={!isChanged}>
          {text('policy.undo')}
        </Button>
        <Button onPress={onShipped}>{text('policy.loadShipped')}</Button>
        <span role="status" className={styles.faint}>
          {isChanged
            ? `${text('policy.applies')} ${counted('policy.changed', movedExamples)}`
            : text('policy.unchanged')}
        </span>
      </FormActions>
    </div>
  )
}
