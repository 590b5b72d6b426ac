import type { CloneAlarm, Probe } from '@watchpost/contract'
import { useState } from 'react'
import { Button } from '../../kit/controls/button.tsx'
import { ConfirmDialog, type Question } from '../../kit/feedback/confirm-dialog.tsx'
import { Notice } from '../../kit/feedback/notice.tsx'
import { say } from '../../kit/feedback/toast.tsx'
import { type Preferences, usePreferences } from '../../kit/state/preferences.ts'
import { text } from '../../texts/text.ts'
import { RunbookDialog } from '../../health/runbook-dialog.tsx'
import { timeText } from '../../time/format.ts'
import { useProbeChanges } from '../use-probes.ts'

const RUNBOOK = 'probe-cloned'

/** Warns that a probe may have been cloned, with the reason and what to do. */
export function CloneNotice({ probe, mayWrite }: { probe: Probe; mayWrite: boolean }) {
  const { id, fqdn: name, clone_alarms: alarms } = probe
  const { clock } = usePreferences()
  const { clearCloneAlarms } = useProbeChanges(id)
  const [question, setQuestion] = useState<Question>()
  const [isRunbookOpen, setRunbookOpen] = useState(false)
  if (alarms.length === 0) return null
  const clearing = (expectsNetworks: boolean, words: string, action: string): Question => ({
    title: text('clone.clearTitle', { name }),
    words,
    action,
    run: async () => {
      await clearCloneAlarms({ expect_networks: expectsNetworks })
      say(text('clone.cleared', { name }))
    },
  })
  const clear = () => setQuestion(clearing(false, text('clone.clearWords'), text('clone.clear')))
  const expect = () => setQuestion(clearing(true, text('clone.expectWords'), text('clone.expect')))
  return (
    <>
      <Notice
        kind="failure"
        title={text('clone.title')}
        action={
          <>
            <Button onPress={() => setRunbookOpen(true)}>{text('clone.runbook')}</Button>
            {mayWrite && <Button onPress={clear}>{text('clone.clear')}</Button>}
            {mayWrite && alarms.some(({ reason }) => reason === 'two-networks') && (
              <Button onPress={expect}>{text('clone.expect')}</Button>
            )}
          </>
        }
      >
        {alarms.map((alarm) => (
          <p key={alarm.reason}>{wordsOf(alarm, clock)}</p>
        ))}
        <p>{text('clone.todo')}</p>
      </Notice>
      <RunbookDialog
        title={text('clone.runbookTitle')}
        runbook={isRunbookOpen ? RUNBOOK : undefined}
        onClose={() => setRunbookOpen(false)}
      />
      <ConfirmDialog question={question} onClose={() => setQuestion(undefined)} />
    </>
  )
}

function wordsOf({ reason, networks, raised_at: raised, last_at: last }: CloneAlarm, clock: Preferences['clock']) {
  const values = {
    networks: networks.join(', '),
    raised: timeText(raised, 'second', clock),
    last: timeText(last, 'second', clock),
  }
  return reason === 'two-networks' ? text('clone.twoNetworks', values) : text('clone.oldCertificate', values)
}
