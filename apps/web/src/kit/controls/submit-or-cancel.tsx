import { text } from '../../texts/text.ts'
import { Button } from './button.tsx'
import { DialogActions } from '../feedback/dialog.tsx'

interface SubmitOrCancelProps {
  /** The label of the submit button. */
  submit: string
  onCancel: () => void
  isPending?: boolean
  isDisabled?: boolean
}

/** The buttons of a form in a dialog: cancel and submit. */
export function SubmitOrCancel({ submit, onCancel, isPending = false, isDisabled = false }: SubmitOrCancelProps) {
  return (
    <DialogActions>
      <Button onPress={onCancel}>{text('confirm.cancel')}</Button>
      <Button type="submit" look="main" isPending={isPending} isDisabled={isDisabled}>
        {submit}
      </Button>
    </DialogActions>
  )
}
