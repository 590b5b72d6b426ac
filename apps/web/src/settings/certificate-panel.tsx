import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Certificate } from '@watchpost/contract'
import { useState } from 'react'
import { Answered } from '../kit/feedback/answered.tsx'
import { Button } from '../kit/controls/button.tsx'
import { ConfirmDialog, type Question } from '../kit/feedback/confirm-dialog.tsx'
import { saveFile } from '../kit/table/csv.ts'
import { Dialog } from '../kit/feedback/dialog.tsx'
import { Facts } from '../kit/table/facts.tsx'
import { FormActions } from '../kit/controls/form.tsx'
import { Notice } from '../kit/feedback/notice.tsx'
import { Panel } from '../kit/layout/panel.tsx'
import { Explained, Halves } from '../kit/layout/plain-page.tsx'
import { say, sayFailure } from '../kit/feedback/toast.tsx'
import { queryKeys } from '../server/query-keys.ts'
import { useClient } from '../server/server.tsx'
import { usePreferences } from '../kit/state/preferences.ts'
import { useMay } from '../session/session.ts'
import { text } from '../texts/text.ts'
import { type Clock, timeText } from '../time/format.ts'
import { ReplaceCertificate } from './replace-certificate.tsx'
import { useCertificate } from './use-certificate.ts'

/** The TLS certificate of the appliance and the CA that signed it. */
export function CertificatePanel() {
  const client = useClient()
  const queries = useQueryClient()
  const mayWrite = useMay()('certificate:write')
  const { clock } = usePreferences()
  const asked = useCertificate()
  const [isReplacing, setReplacing] = useState(false)
  const [question, setQuestion] = useState<Question>()
  const follow = () => queries.invalidateQueries({ queryKey: queryKeys.certificate })
  const restore = () =>
    setQuestion({
      title: text('certificate.restoreTitle'),
      words: text('certificate.restoreWords'),
      action: text('certificate.restore'),
      run: async () => {
        await client.restoreCertificate()
        say(text('certificate.restored'))
        await follow()
      },
    })
  const replace = <Button onPress={() => setReplacing(true)}>{text('certificate.replace')}</Button>
  return (
    <Halves>
      <Panel title={text('certificate.title')} aside={mayWrite && replace}>
        <Answered asked={asked}>
          {(certificate) => (
            <>
              {certificate.warnings.map((warning) => (
                <Notice key={warning} kind="warning" title={warning} />
              ))}
              <Facts facts={factsOf(certificate, clock)} />
              {mayWrite && certificate.source === 'administrator' && (
                <FormActions>
                  <Button onPress={restore}>{text('certificate.restore')}</Button>
                </FormActions>
              )}
            </>
          )}
        </Answered>
      </Panel>
      <AuthorityPanel />
      <Dialog title={text('certificate.replaceTitle')} isWide isOpen={isReplacing} onClose={() => setReplacing(false)}>
        <ReplaceCertificate
          onClose={() => setReplacing(false)}
          onDone={() => {
            setReplacing(false)
            say(text('certificate.replaced'))
            void follow()
          }}
        />
      </Dialog>
      <ConfirmDialog question={question} onClose={() => setQuestion(undefined)} />
    </Halves>
  )
}

function AuthorityPanel() {
  const client = useClient()
  const download = useMutation({
    mutationFn: () => client.readAuthority(),
    onSuccess: ({ body }) => saveFile('watchpost-ca.pem', 'application/x-pem-file', body),
    onError: sayFailure,
  })
  return (
    <Panel title={text('certificate.authority')}>
      <Explained>{text('certificate.authorityWords')}</Explained>
      <FormActions>
        <Button icon="download" onPress={() => download.mutate()} isPending={download.isPending}>
          {text('certificate.download')}
        </Button>
      </FormActions>
    </Panel>
  )
}

function factsOf(certificate: Certificate, clock: Clock) {
  const { source, subject, names, issuer, key: kind, chain } = certificate
  const [from, to] = [certificate.not_before, certificate.not_after].map((at) => timeText(at, 'second', clock))
  return [
    { name: text('certificate.source'), value: text(`certificate.${source}`) },
    { name: text('certificate.subject'), value: subject },
    { name: text('certificate.names'), value: names.join(', ') },
    { name: text('certificate.issuer'), value: issuer },
    { name: text('certificate.key'), value: kind },
    { name: text('certificate.valid'), value: text('certificate.from', { from: from ?? '', to: to ?? '' }) },
    { name: text('certificate.chain'), value: String(chain) },
    { name: text('certificate.fingerprint'), value: certificate.fingerprint_sha256, isCode: true },
  ]
}
