import type { SyslogCertificate, SyslogExport } from '@watchpost/contract'
import { useState } from 'react'
import { Button } from '../../../kit/controls/button.tsx'
import { ConfirmDialog, type Question } from '../../../kit/feedback/confirm-dialog.tsx'
import { Dialog } from '../../../kit/feedback/dialog.tsx'
import { Facts } from '../../../kit/table/facts.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Panel } from '../../../kit/layout/panel.tsx'
import { Explained } from '../../../kit/layout/plain-page.tsx'
import { say } from '../../../kit/feedback/toast.tsx'
import { useClient } from '../../../server/server.tsx'
import { usePreferences } from '../../../kit/state/preferences.ts'
import { text } from '../../../texts/text.ts'
import { type Clock, timeText } from '../../../time/format.ts'
import styles from '../../exports.module.css'
import { CertificateForm } from './certificate-form.tsx'
import { useFollowSyslog } from '../use-syslog.ts'

/** The client certificate for the receiver, and how the receiver is verified. */
export function CertificatePart({ one }: { one: SyslogExport }) {
  const { id, certificate } = one
  const client = useClient()
  const follow = useFollowSyslog()
  const { clock } = usePreferences()
  const [isSetting, setSetting] = useState(false)
  const [question, setQuestion] = useState<Question>()
  const clear: Question = {
    title: text('syslog.clearCertificateTitle', { id: String(id) }),
    words: text('syslog.clearCertificateWords'),
    action: text('syslog.clearCertificate'),
    isDangerous: true,
    run: async () => {
      await client.clearSyslogCertificate({ params: { id } })
      say(text('syslog.cleared'))
      await follow(id)
    },
  }
  const aside = (
    <>
      <Button onPress={() => setSetting(true)}>{text('syslog.setCertificate')}</Button>
      {certificate && (
        <Button look="danger" onPress={() => setQuestion(clear)}>
          {text('syslog.clearCertificate')}
        </Button>
      )}
    </>
  )
  return (
    <Panel title={text('syslog.certificate')} aside={aside}>
      {certificate === null ? (
        <Explained>{text('syslog.noCertificate')}</Explained>
      ) : (
        <div className={styles.stack}>
          {!certificate.verify && (
            <Notice kind="warning" title={text('syslog.notVerified')}>
              {text('syslog.verifyHelp')}
            </Notice>
          )}
          {certificate.warnings.map((warning) => (
            <Notice key={warning} kind="warning" title={warning} />
          ))}
          <Facts facts={factsOf(certificate, clock)} />
        </div>
      )}
      <Dialog
        title={text('syslog.setCertificateTitle', { id: String(id) })}
        isWide
        isOpen={isSetting}
        onClose={() => setSetting(false)}
      >
        <CertificateForm one={one} onClose={() => setSetting(false)} />
      </Dialog>
      <ConfirmDialog question={question} onClose={() => setQuestion(undefined)} />
    </Panel>
  )
}

type Shown = NonNullable<SyslogCertificate['own']>

function factsOf({ own, ca, server_name: serverName, verify }: SyslogCertificate, clock: Clock) {
  return [
    { name: text('syslog.own'), value: own ? <ShownCertificate shown={own} clock={clock} /> : text('syslog.ownNone') },
    {
      name: text('syslog.authorities'),
      value:
        ca.length === 0
          ? text('syslog.systemAuthorities')
          : ca.map((each) => <ShownCertificate key={each.fingerprint_sha256} shown={each} clock={clock} />),
    },
    { name: text('syslog.serverName'), value: serverName ?? text('syslog.serverNameHelp') },
    ...(verify ? [] : [{ name: text('syslog.verify'), value: text('syslog.notVerified') }]),
  ]
}

function ShownCertificate({ shown, clock }: { shown: Shown; clock: Clock }) {
  const { subject, issuer, not_after: end, fingerprint_sha256: fingerprint } = shown
  return (
    <div>
      {text('syslog.certificateWords', { subject, issuer, time: timeText(end, 'second', clock) })}
      <div className={styles.faint}>
        <code>{fingerprint}</code>
      </div>
    </div>
  )
}
