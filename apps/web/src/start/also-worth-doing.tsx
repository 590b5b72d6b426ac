import { useQuery } from '@tanstack/react-query'
import { Panel } from '../parts/panel.tsx'
import { useClient } from '../server/server.tsx'
import { Link } from '../shell/link.tsx'
import { type Permission, useMay } from '../shell/session.ts'
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

/** What nothing waits for, and what a new appliance should have all the same. */
export function AlsoWorthDoing() {
  const may = useMay()
  const hasOwnCertificate = useHasOwnCertificate()
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

function useHasOwnCertificate(): boolean {
  const client = useClient()
  const { data } = useQuery({
    queryKey: ['certificate'],
    queryFn: async ({ signal }) => (await client.readCertificate({ signal })).body,
    enabled: useMay()('certificate:read'),
  })
  return data?.source === 'administrator'
}
