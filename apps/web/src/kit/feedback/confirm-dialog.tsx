import { useMutation } from '@tanstack/react-query'
import { text } from '../../texts/text.ts'
import { Button } from '../controls/button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { failureOf } from './failure.ts'
import { Notice } from './notice.tsx'

/** Something that cannot be taken back, or is felt by others, in words. */
export interface Question {
  title: string
  words: string
  /** What the button that does it says. */
  action: string
  /** It takes something away for good. */
  isDangerous?: boolean
  run: () => Promise<unknown>
}

/** Asks before it is done; stays open and says why when it could not be. */
export function ConfirmDialog({ question, onClose }: { question: Question | undefined; onClose: () => void }) {
  return (
    <Dialog title={question?.title ?? ''} isOpen={question !== undefined} onClose={onClose}>
      {question && <Asked question={question} onClose={onClose} />}
    </Dialog>
  )
}

function Asked({ question, onClose }: { question: Question; onClose: () => void }) {
  const attempt = useMutation({ mutationFn: question.run, onSuccess: onClose })
  const failure = attempt.error && failureOf(attempt.error)
  return (
    <>
      <p>{question.words}</p>
      {failure && (
        <Notice kind="failure" title={failure.title}>
          {failure.detail}
        </Notice>
      )}
      <DialogActions>
        <Button onPress={onClose} autoFocus>
          {text('confirm.cancel')}
        </Button>
        <Button
          look={question.isDangerous ? 'mainDanger' : 'main'}
          isPending={attempt.isPending}
          onPress={() => attempt.mutate()}
        >
          {question.action}
        </Button>
      </DialogActions>
    </>
  )
}
