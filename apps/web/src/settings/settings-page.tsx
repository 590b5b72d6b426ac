import { PlainPage } from '../kit/layout/plain-page.tsx'
import { useMay } from '../session/session.ts'
import { CertificatePanel } from './certificate-panel.tsx'
import { SettingsPanel } from './settings-panel.tsx'

/** What is set while the appliance runs, and by what it is known. */
export function SettingsPage() {
  const may = useMay()
  return (
    <PlainPage>
      <SettingsPanel />
      {may('certificate:read') && <CertificatePanel />}
    </PlainPage>
  )
}
