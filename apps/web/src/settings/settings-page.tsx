import { PlainPage } from '../kit/layout/plain-page.tsx'
import { useMay } from '../session/session.ts'
import { CertificatePanel } from './certificate-panel.tsx'
import { SettingsPanel } from './settings-panel.tsx'

/** The runtime settings and the TLS certificate of the appliance. */
export function SettingsPage() {
  const may = useMay()
  return (
    <PlainPage>
      <SettingsPanel />
      {may('certificate:read') && <CertificatePanel />}
    </PlainPage>
  )
}
