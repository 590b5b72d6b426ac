import type { Me } from '@watchpost/contract'
import { useState } from 'react'
import { IconButton } from '../kit/controls/button.tsx'
import { Dialog } from '../kit/feedback/dialog.tsx'
import { Menu } from '../kit/controls/menu.tsx'
import { sayFailure } from '../kit/feedback/toast.tsx'
import { text } from '../texts/text.ts'
import { ChangePassword } from './sign-in/change-password.tsx'
import { goToPage } from '../kit/navigation/location.ts'
import { prefer, type Theme, usePreferences } from '../kit/state/preferences.ts'
import { useSessionChange } from '../session/session.ts'

const themes: readonly Theme[] = ['system', 'light', 'dark']

/** The user menu: account, theme and sign-out. */
export function UserMenu({ me }: { me: Me }) {
  const { theme } = usePreferences()
  const { signOut } = useSessionChange()
  const [isChanging, setChanging] = useState(false)

  function choose(id: string, part: string) {
    const chosen = themes.find((each) => each === id)
    if (part === 'theme' && chosen) prefer({ theme: chosen })
    else if (id === 'password') setChanging(true)
    else if (id === 'account') goToPage('/account')
    else if (id === 'docs') window.open('/docs/swagger/', '_blank', 'noopener')
    else signOut().catch(sayFailure)
  }

  return (
    <>
      <Menu
        label={text('user.menu')}
        trigger={<IconButton icon="user" label={text('user.of', { name: me.username })} />}
        onChoose={choose}
        parts={[
          {
            id: 'theme',
            title: text('theme.title'),
            entries: themes.map((id) => ({ id, name: text(`theme.${id}`) })),
            chosen: [theme],
          },
          {
            id: 'account',
            title: `${me.username} · ${text(`role.${me.role}`)}`,
            entries: [
              { id: 'account', name: text('user.account') },
              { id: 'password', name: text('password.title') },
              { id: 'docs', name: text('user.docs'), icon: 'out' },
              { id: 'out', name: text('user.signOut') },
            ],
          },
        ]}
      />
      <Dialog title={text('password.title')} isOpen={isChanging} onClose={() => setChanging(false)}>
        <ChangePassword onDone={() => setChanging(false)} />
      </Dialog>
    </>
  )
}
