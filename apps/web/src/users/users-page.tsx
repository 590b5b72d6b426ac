import type { User } from '@watchpost/contract'
import { useState } from 'react'
import { Answered } from '../kit/feedback/answered.tsx'
import { Button } from '../kit/controls/button.tsx'
import { ConfirmDialog, type Question } from '../kit/feedback/confirm-dialog.tsx'
import { Dialog } from '../kit/feedback/dialog.tsx'
import { Panel } from '../kit/layout/panel.tsx'
import { PlainPage } from '../kit/layout/plain-page.tsx'
import { PlainTable } from '../kit/table/plain-table.tsx'
import { say, sayFailure } from '../kit/feedback/toast.tsx'
import { queryKeys } from '../server/query-keys.ts'
import { useClient } from '../server/server.tsx'
import { usePreferences } from '../kit/state/preferences.ts'
import { useMay, useSession } from '../session/session.ts'
import { text } from '../texts/text.ts'
import { ChangeRoleDialog } from './change-role.tsx'
import { NewUserDialog } from './new-user.tsx'
import { type MadePassword, PasswordDialog } from './password-dialog.tsx'
import { ResetPasswordDialog } from './reset-password.tsx'
import { RoleList } from './role-choice.tsx'
import { SessionList } from './session-list.tsx'
import { useUserChanges, useUsers } from './use-users.ts'
import { type UserAction, userColumns } from './user-columns.tsx'

/** All accounts and the actions on them. */
export function UsersPage() {
  const { data: me } = useSession()
  const mayWrite = useMay()('user:write')
  const { clock } = usePreferences()
  const users = useUsers()
  const client = useClient()
  const { change, remove } = useUserChanges()
  const [isAdding, setAdding] = useState(false)
  const [made, setMade] = useState<MadePassword>()
  const [changing, setChanging] = useState<User>()
  const [resetting, setResetting] = useState<User>()
  const [lookedAt, setLookedAt] = useState<User>()
  const [question, setQuestion] = useState<Question>()

  const actions: Record<UserAction, (user: User) => void> = {
    role: setChanging,
    sessions: setLookedAt,
    enable: (user) => {
      const { username: name } = user
      change(user, { disabled: false }).then(() => say(text('users.enableDone', { name })), sayFailure)
    },
    disable: (user) => {
      const { username: name } = user
      setQuestion({
        title: text('users.disableTitle', { name }),
        words: text('users.disableWords'),
        action: text('users.disable'),
        run: async () => {
          await change(user, { disabled: true })
          say(text('users.disableDone', { name }))
        },
      })
    },
    reset: setResetting,
    remove: (user) => {
      const { username: name } = user
      setQuestion({
        title: text('users.removeTitle', { name }),
        words: text('users.removeWords', { name }),
        action: text('users.remove'),
        isDangerous: true,
        run: async () => {
          await remove(user)
          say(text('users.removeDone', { name }))
        },
      })
    },
  }

  const myId = me === undefined || me === 'nobody' ? undefined : me.id
  return (
    <PlainPage>
      <RoleList />
      <Panel
        title={text('page.users')}
        isFlush
        aside={
          mayWrite && (
            <Button look="main" icon="plus" onPress={() => setAdding(true)}>
              {text('users.add')}
            </Button>
          )
        }
      >
        <Answered asked={users}>
          {(rows) => (
            <PlainTable
              label={text('page.users')}
              columns={userColumns({ clock, myId, mayWrite, onAction: (action, user) => actions[action](user) })}
              rows={rows}
              idOf={({ id }) => id}
              isDim={({ disabled }) => disabled}
            />
          )}
        </Answered>
      </Panel>
      <NewUserDialog
        isOpen={isAdding}
        onClose={() => setAdding(false)}
        onMade={(name, password) => {
          setAdding(false)
          setMade({ name, password })
        }}
      />
      <PasswordDialog made={made} onClose={() => setMade(undefined)} />
      <ResetPasswordDialog user={resetting} onClose={() => setResetting(undefined)} onMade={setMade} />
      <ChangeRoleDialog user={changing} onClose={() => setChanging(undefined)} />
      <Dialog
        title={lookedAt ? text('users.sessionsOf', { name: lookedAt.username }) : ''}
        isWide
        isOpen={lookedAt !== undefined}
        onClose={() => setLookedAt(undefined)}
      >
        {lookedAt && (
          <SessionList
            queryKey={queryKeys.userSessions(lookedAt.id)}
            list={async (signal) => (await client.listUserSessions({ params: { user_id: lookedAt.id }, signal })).body}
            end={(id) => client.endUserSession({ params: { user_id: lookedAt.id, id } })}
            endAll={() => client.endUserSessions({ params: { user_id: lookedAt.id } })}
          />
        )}
      </Dialog>
      <ConfirmDialog question={question} onClose={() => setQuestion(undefined)} />
    </PlainPage>
  )
}
