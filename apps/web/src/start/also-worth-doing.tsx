import type { Permission } from '@watchpost/contract/names'
import { Panel } from '../kit/layout/panel.tsx'
import { useCertificate } from '../settings/use-certificate.ts'
import { Link } from '../kit/navigation/link.tsx'
import { useMay } from '../session/session.ts'
import { type PlainKey, text } from '../texts/text.ts'
import styles from './start.module.css'

interface Errand {
  to: string
  needs: Permission
  title: PlainKey
  words: PlainKey
}

const errands: readonly Errand[] = [
  { to: '/settings', needs: 'certificate:write', title: 'start.trust', words: 'start.trustWords' },
  { to: '/policy', needs: 'policy:write', title: 'start.networks', words: 'start.networksWords' },
  { to: '/users', needs: 'user:read', title: 'start.people', words: 'start.peopleWords' },
  { to: '/exports', needs: 'export:write', title: 'start.export', words: 'start.exportWords' },
]

/** Optional steps that a new appliance should still complete. */
export function AlsoWorthDoing() {
  const may = useMay()
  const { data: certificate } = useCertificate({ isEnabled: may('certificate:read') })
  const hasOwnCertificate = certificate?.source === 'administrator'
  return (
    <Panel title={text('start.also')}>
      <ul className={styles.errands}>
        {errands
          .filter(({ needs }) => may(needs))
          .map(({ to, title, words }) => (
            <li key={to}>
              <Link to={to}>{text(title)}</Link>
              <span>{text(title === 'start.trust' && hasOwnCertificate ? 'start.trusted' : words)}</span>
            </li>
          ))}
      </ul>
    </Panel>
  )
}
