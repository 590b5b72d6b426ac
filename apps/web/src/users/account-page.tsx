import type { Me } from '@watchpost/contract'
import { Facts } from '../kit/table/facts.tsx'
import { Panel } from '../kit/layout/panel.tsx'
import { PlainPage } from '../kit/layout/plain-page.tsx'
import { queryKeys } from '../server/query-keys.ts'
import { useClient } from '../server/server.tsx'
import { usePreferences } from '../kit/state/preferences.ts'
import { useSession } from '../session/session.ts'
import { text } from '../texts/text.ts'
import { type Clock, timeText } from '../time/format.ts'
import { SessionList } from './session-list.tsx'

/** The user's own account and sessions. */
export function AccountPage() {
  const { data: me } = useSession()
  const { clock } = usePreferences()
  const client = useClient()
  if (me === undefined || me === 'nobody') return null
  return (
    <PlainPage>
      <Panel title={text('account.about')}>
        <Facts facts={factsOf(me, clock)} />
      </Panel>
      <Panel title={text('sessions.mine')} isFlush>
        <SessionList
          queryKey={queryKeys.mySessions}
          isMine
          list={async (signal) => (await client.listMySessions({ signal })).body}
          end={(id) => client.endMySession({ params: { id } })}
          endAll={() => client.endMySessions()}
        />
      </Panel>
    </PlainPage>
  )
}

function factsOf({ username, role, permissions, session_expiration_date: end }: Me, clock: Clock) {
  return [
    { name: text('users.name'), value: username },
    { name: text('users.role'), value: text(`role.${role}`) },
    { name: text('account.permissions'), value: permissions.join(', ') },
    ...(end === null ? [] : [{ name: text('account.signInBy'), value: timeText(`${end}Z`, 'minute', clock) }]),
  ]
}
