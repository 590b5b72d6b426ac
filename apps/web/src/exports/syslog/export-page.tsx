import type { SyslogExport } from '@watchpost/contract'
import { useState } from 'react'
import { Answered } from '../../kit/feedback/answered.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { ConfirmDialog, type Question } from '../../kit/feedback/confirm-dialog.tsx'
import { Dialog } from '../../kit/feedback/dialog.tsx'
import { PageActions, PageTitle, PlainPage } from '../../kit/layout/plain-page.tsx'
import { say } from '../../kit/feedback/toast.tsx'
import { useClient } from '../../server/server.tsx'
import { goToPage, usePlace } from '../../kit/navigation/location.ts'
import { useMay } from '../../session/session.ts'
import { text } from '../../texts/text.ts'
import { ExportStatusMark } from '../export-status.tsx'
import { CertificatePart } from './certificate/certificate-part.tsx'
import { FiltersPart } from './filters-part.tsx'
import { GeneralPart } from './general-part.tsx'
import { ReplayForm } from './replay-form.tsx'
import { StatePanel } from './state-panel.tsx'
import { useFollowSyslog, useSyslogExport } from './use-syslog.ts'

/** One syslog export: its three parts and its state. */
export function ExportPage() {
  const { query } = usePlace()
  const mayWrite = useMay()('export:write')
  const id = Number(query.get('id') ?? 0)
  const asked = useSyslogExport(id)
  return (
    <Answered asked={asked}>
      {(one) => (
        <PlainPage>
          <PageTitle name={text('exports.open', { id: String(id) })}>
            <ExportStatusMark status={one.state.status} />
            {mayWrite && <ExportActions one={one} />}
          </PageTitle>
          <StatePanel one={one} />
          <GeneralPart one={one} />
          <FiltersPart one={one} />
          <CertificatePart one={one} />
        </PlainPage>
      )}
    </Answered>
  )
}

function ExportActions({ one: { id } }: { one: SyslogExport }) {
  const client = useClient()
  const follow = useFollowSyslog()
  const [isReplaying, setReplaying] = useState(false)
  const [question, setQuestion] = useState<Question>()
  const remove = {
    title: text('syslog.removeTitle', { id: String(id) }),
    words: text('syslog.removeWords'),
    action: text('syslog.remove'),
    isDangerous: true,
    run: async () => {
      await client.removeSyslogExport({ params: { id } })
      say(text('syslog.removed', { id: String(id) }))
      goToPage('/exports')
      await follow(id)
    },
  }
  return (
    <PageActions>
      <Button icon="refresh" onPress={() => setReplaying(true)}>
        {text('syslog.replay')}
      </Button>
      <Button look="danger" onPress={() => setQuestion(remove)}>
        {text('syslog.remove')}
      </Button>
      <Dialog title={text('syslog.replayTitle')} isOpen={isReplaying} onClose={() => setReplaying(false)}>
        <ReplayForm id={id} onClose={() => setReplaying(false)} />
      </Dialog>
      <ConfirmDialog question={question} onClose={() => setQuestion(undefined)} />
    </PageActions>
  )
}
