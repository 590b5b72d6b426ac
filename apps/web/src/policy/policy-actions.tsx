import { Button } from '../kit/controls/button.tsx'
import { FormActions } from '../kit/controls/form.tsx'
import { counted, text } from '../texts/text.ts'
import styles from './policy.module.css'

interface PolicyActionsProps {
  isChanged: boolean
  /** The draft has errors that prevent saving. */
  isBlocked: boolean
  isPending: boolean
  /** The number of examples whose score would change. */
  movedExamples: number
  onUndo: () => void
  onShipped: () => void
}

/** Saves or discards the changes; always visible. */
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
