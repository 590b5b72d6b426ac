import { useMutation } from '@tanstack/react-query'
import { text } from '../../texts/text.ts'
import { Button } from '../controls/button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { failureOf } from './failure.ts'
import { Notice } from './notice.tsx'

/** An action that cannot be undone or affects others, described for confirmation. */
export interface Question {
  title: string
  words: string
  /** The label of the confirming button. */
  action: string
  /** Deletes something permanently. */
  isDangerous?: boolean
  run: () => Promise<unknown>
}

/** Asks before the action runs. Stays open and shows the error if the action fails. */
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
