import { text } from '../../texts/text.ts'
import { Button } from './button.tsx'
import { DialogActions } from '../feedback/dialog.tsx'

interface SubmitOrCancelProps {
  /** What the button that sends the form is called. */
  submit: string
  onCancel: () => void
  isPending?: boolean
  isDisabled?: boolean
}

/** The end of a form in a dialog: leave everything as it is, or send it. */
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
