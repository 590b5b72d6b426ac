import type { PasswordEffects } from '@watchpost/contract'
import { Button } from '../kit/controls/button.tsx'
import { Dialog, DialogActions } from '../kit/feedback/dialog.tsx'
import { ShownOnce } from '../kit/feedback/shown-once.tsx'
import { effectsText } from '../session/password-effects.ts'
import { text } from '../texts/text.ts'

export interface MadePassword {
  name: string
  password: string
  /** The sessions and keys that the new password ended; undefined for a new account. */
  effects?: PasswordEffects
}

/** Shows a generated password to the administrator who hands it over. */
export function PasswordDialog({ made, onClose }: { made: MadePassword | undefined; onClose: () => void }) {
  return (
    <Dialog
      title={made ? text('users.created', { name: made.name }) : ''}
      isOpen={made !== undefined}
      onClose={onClose}
    >
      {made && (
        <>
          <p>{text('users.createdWords', { name: made.name })}</p>
          <ShownOnce label={text('users.password')} value={made.password} />
          {made.effects && <p>{effectsText(made.effects)}</p>}
          <DialogActions>
            <Button look="main" onPress={onClose}>
              {text('users.done')}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  )
}
