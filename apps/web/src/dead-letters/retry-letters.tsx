import { useState } from 'react'
import { Button } from '../kit/controls/button.tsx'
import { ConfirmDialog, type Question } from '../kit/feedback/confirm-dialog.tsx'
import { counted, text } from '../texts/text.ts'
import type { PutBack } from './put-back.ts'
import { usePutBack } from './use-dead-letters.ts'

/** Puts back all waiting dead letters after a confirmation. */
export function RetryLetters({ waiting, onDone }: { waiting: number; onDone: (done: PutBack) => void }) {
  const putBack = usePutBack()
  const [question, setQuestion] = useState<Question>()
  const ask = () =>
    setQuestion({
      title: text('letters.retryTitle'),
      words: `${counted('letters.retryWords', waiting)} ${text('letters.retryMeaning')}`,
      action: counted('letters.retryDo', waiting),
      run: async () => onDone(await putBack()),
    })
  return (
    <>
      <Button look="main" isDisabled={waiting === 0} onPress={ask}>
        {text('letters.retry')}
      </Button>
      <ConfirmDialog question={question} onClose={() => setQuestion(undefined)} />
    </>
  )
}
