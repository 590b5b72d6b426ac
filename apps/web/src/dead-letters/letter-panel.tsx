import type { WholeDeadLetter } from '@watchpost/contract'
import { useState } from 'react'
import detail from '../document/detail.module.css'
import { RunbookView } from '../health/runbook-view.tsx'
import { Answered } from '../kit/feedback/answered.tsx'
import { Button, IconButton } from '../kit/controls/button.tsx'
import { Dialog } from '../kit/feedback/dialog.tsx'
import { Facts } from '../kit/table/facts.tsx'
import { Panel } from '../kit/layout/panel.tsx'
import { Link } from '../kit/navigation/link.tsx'
import { usePreferences } from '../kit/state/preferences.ts'
import { bytesText } from '../texts/bytes.ts'
import { counted, numberText, text } from '../texts/text.ts'
import { timeText } from '../time/format.ts'
import { EventView } from './event-view.tsx'
import { useLetter } from './use-dead-letters.ts'

/** One dead letter: its reason, what to do about it, and its event. */
export function LetterPanel({ number, onClose }: { number: number; onClose: () => void }) {
  const asked = useLetter(number)
  const [isRunbookOpen, setRunbookOpen] = useState(false)
  return (
    <div className={detail.detail}>
      <div className={detail.title}>
        <h2>{asked.data ? text(`letters.reason.${asked.data.reason}`) : text('letters.one', { number })}</h2>
        <IconButton icon="close" label={text('letters.close')} shortcut="Esc" onPress={onClose} />
      </div>
      <Answered asked={asked}>
        {(letter) => (
          <div className={detail.view}>
            <Panel
              title={text('letters.todo')}
              aside={<Button onPress={() => setRunbookOpen(true)}>{text('system.runbook')}</Button>}
            >
              <div className={detail.story}>
                <p>{letter.detail}</p>
                <p>{text(`letters.todo.${letter.reason}`)}</p>
              </div>
            </Panel>
            <EventView key={letter.number} letter={letter} />
            <Panel title={text('letters.facts')}>
              <LetterFacts letter={letter} />
            </Panel>
          </div>
        )}
      </Answered>
      <Dialog
        title={text('system.runbookOf', { part: text('page.deadLetters') })}
        isWide
        isOpen={isRunbookOpen}
        onClose={() => setRunbookOpen(false)}
      >
        <RunbookView name="dead-letters" />
      </Dialog>
    </div>
  )
}

function LetterFacts({ letter }: { letter: WholeDeadLetter }) {
  const { clock } = usePreferences()
  const probe = (
    <Link to="/probe" query={{ id: String(letter.probe_id) }}>
      {letter.probe_fqdn}
    </Link>
  )
  return (
    <Facts
      facts={[
        { name: text('letters.number'), value: numberText(letter.number) },
        { name: text('letters.reason'), value: letter.reason, isCode: true },
        { name: text('letters.parked'), value: timeText(letter.parked_at, 'instant', clock) },
        { name: text('letters.received'), value: timeText(letter.received_at, 'instant', clock) },
        { name: text('letters.probe'), value: probe },
        { name: text('letters.place'), value: `${letter.stream} / ${numberText(letter.sequence)}`, isCode: true },
        { name: text('letters.size'), value: bytesText(letter.size_bytes) },
        {
          name: text('letters.retries'),
          value: letter.is_retried ? text('letters.isRetried') : counted('letters.times', letter.retries),
        },
      ]}
    />
  )
}
