import { useMutation } from '@tanstack/react-query'
import type { Probe, ProbeEnrolment } from '@watchpost/contract'
import { useState } from 'react'
import { Button } from '../kit/controls/button.tsx'
import { ConfirmDialog, type Question } from '../kit/feedback/confirm-dialog.tsx'
import { Dialog } from '../kit/feedback/dialog.tsx'
import { PageActions } from '../kit/layout/plain-page.tsx'
import { say, sayFailure } from '../kit/feedback/toast.tsx'
import { useClient } from '../server/server.tsx'
import { goToPage } from '../kit/navigation/location.ts'
import { text } from '../texts/text.ts'
import { ChangeProbeForm } from './change-probe.tsx'
import { Enrolment } from './enrolment.tsx'
import { type Before, beforeOf } from './enrolment-progress.ts'
import { useProbeChanges } from './use-probes.ts'

/** The actions of an administrator on a probe. */
export function ProbeActions({ probe }: { probe: Probe }) {
  const { id, fqdn: name, is_paused: isPaused, is_paired: isPaired } = probe
  const client = useClient()
  const { change, revoke, remove } = useProbeChanges(id)
  const [question, setQuestion] = useState<Question>()
  const [isChanging, setChanging] = useState(false)
  const [made, setMade] = useState<{ enrolment: ProbeEnrolment; before: Before }>()
  const resume = useMutation({
    mutationFn: () => change({ is_paused: false }),
    onSuccess: () => say(text('probe.resumed', { name })),
    onError: sayFailure,
  })
  const questions = {
    pause: {
      title: text('probe.pauseTitle', { name }),
      words: text('probe.pauseWords'),
      action: text('probe.pause'),
      run: async () => {
        await change({ is_paused: true })
        say(text('probe.paused', { name }))
      },
    },
    pair: {
      title: text('enrol.again', { name }),
      words: text('enrol.againWords'),
      action: text('enrol.make'),
      run: async () => {
        const { body } = await client.pairProbe({ params: { id } })
        setMade({ enrolment: body, before: beforeOf(probe) })
      },
    },
    revoke: {
      title: text('probe.revokeTitle', { name }),
      words: text('probe.revokeWords'),
      action: text('probe.revoke'),
      isDangerous: true,
      run: async () => {
        await revoke()
        say(text('probe.revoked', { name }))
      },
    },
    remove: {
      title: text('probe.removeTitle', { name }),
      words: text('probe.removeWords'),
      action: text('probe.remove'),
      isDangerous: true,
      run: async () => {
        await remove()
        say(text('probe.removed', { name }))
        goToPage('/probes')
      },
    },
  } satisfies Record<string, Question>
  return (
    <PageActions label={text('probe.actions')}>
      {isPaused ? (
        <Button icon="play" onPress={() => resume.mutate()} isPending={resume.isPending}>
          {text('probe.resume')}
        </Button>
      ) : (
        <Button icon="pause" onPress={() => setQuestion(questions.pause)}>
          {text('probe.pause')}
        </Button>
      )}
      <Button onPress={() => setChanging(true)}>{text('probe.change')}</Button>
      <Button onPress={() => setQuestion(questions.pair)}>{text('probe.pair')}</Button>
      {isPaired && (
        <Button look="danger" onPress={() => setQuestion(questions.revoke)}>
          {text('probe.revoke')}
        </Button>
      )}
      <Button look="danger" onPress={() => setQuestion(questions.remove)}>
        {text('probe.remove')}
      </Button>
      <ConfirmDialog question={question} onClose={() => setQuestion(undefined)} />
      <Dialog title={text('probe.changeTitle', { name })} isOpen={isChanging} onClose={() => setChanging(false)}>
        <ChangeProbeForm probe={probe} onClose={() => setChanging(false)} />
      </Dialog>
      <Dialog title={name} isWide isOpen={made !== undefined} onClose={() => setMade(undefined)}>
        {made && <Enrolment id={id} {...made} onClose={() => setMade(undefined)} />}
      </Dialog>
    </PageActions>
  )
}
