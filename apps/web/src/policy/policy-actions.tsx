import { Button } from '../parts/button.tsx'
import { FormActions } from '../parts/form.tsx'
import { text } from '../texts/text.ts'
import styles from './policy.module.css'

interface PolicyActionsProps {
  isChanged: boolean
  /** Something is written that could not be saved. */
  isBlocked: boolean
  isPending: boolean
  onUndo: () => void
  onShipped: () => void
}

/** Saves what is written, or gives it up; always in sight. */
export function PolicyActions({ isChanged, isBlocked, isPending, onUndo, onShipped }: PolicyActionsProps) {
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
          {text(isChanged ? 'policy.applies' : 'policy.unchanged')}
        </span>
      </FormActions>
    </div>
  )
}
