import type { User } from '@watchpost/contract'
import { IconButton } from '../kit/controls/button.tsx'
import { Menu, type MenuEntry } from '../kit/controls/menu.tsx'
import type { PlainColumn } from '../kit/table/plain-table.tsx'
import { StateMark } from '../kit/feedback/state-mark.tsx'
import { text } from '../texts/text.ts'
import { type Clock, timeText } from '../time/format.ts'
import styles from './users.module.css'

const userActions = ['role', 'sessions', 'reset', 'disable', 'enable', 'remove'] as const
export type UserAction = (typeof userActions)[number]

interface UserColumnsOptions {
  clock: Clock
  myId: number | undefined
  mayWrite: boolean
  onAction: (action: UserAction, user: User) => void
}

/** The columns of the account list. */
export function userColumns({ clock, myId, mayWrite, onAction }: UserColumnsOptions): readonly PlainColumn<User>[] {
  return [
    {
      id: 'username',
      title: text('users.name'),
      cell: ({ id, username }) => (
        <>
          {username} {id === myId && <span className={styles.faint}>({text('users.you')})</span>}
        </>
      ),
    },
    { id: 'role', title: text('users.role'), cell: ({ role }) => text(`role.${role}`) },
    { id: 'state', title: text('users.state'), cell: stateOf },
    {
      id: 'login',
      title: text('users.lastLogin'),
      cell: ({ last_login_at: at }) => (at === null ? text('users.never') : timeText(at, 'second', clock)),
    },
    {
      id: 'actions',
      title: text('users.actions'),
      isUntitled: true,
      cell: (user) => (
        <Menu
          label={text('users.actionsOf', { name: user.username })}
          trigger={<IconButton icon="more" label={text('users.actionsOf', { name: user.username })} />}
          parts={[{ id: 'actions', entries: entriesFor(user, mayWrite && user.id !== myId) }]}
          onChoose={(chosen) => {
            const action = userActions.find((each) => each === chosen)
            if (action) onAction(action, user)
          }}
        />
      ),
    },
  ]
}

function stateOf({ disabled, must_change_password: mustChange }: User) {
  if (disabled) return <StateMark tone="off">{text('users.disabled')}</StateMark>
  if (mustChange) return <StateMark tone="warning">{text('users.mustChange')}</StateMark>
  return <StateMark tone="good">{text('users.active')}</StateMark>
}

/**
 * Not for the user's own account: changing its password requires the current one, and no one should lock themselves
 * out.
 */
function entriesFor({ disabled }: User, mayChange: boolean): MenuEntry[] {
  const sessions = { id: 'sessions', name: text('users.sessions') }
  if (!mayChange) return [sessions]
  return [
    { id: 'role', name: text('users.changeRole') },
    sessions,
    { id: 'reset', name: text('users.reset') },
    disabled ? { id: 'enable', name: text('users.enable') } : { id: 'disable', name: text('users.disable') },
    { id: 'remove', name: text('users.remove') },
  ]
}
