import { lazy } from 'react'
import type { Page } from './pages.ts'

/** The pages about the appliance itself: who may use it, what it takes in and gives out. */
export const administrationPages: readonly Page[] = [
  {
    path: '/users',
    title: 'page.users',
    icon: 'users',
    key: 'u',
    needs: 'user:read',
    isAdministration: true,
    view: lazy(async () => ({ default: (await import('../users/users-page.tsx')).UsersPage })),
  },
  {
    path: '/keys',
    title: 'page.keys',
    icon: 'key',
    key: 'k',
    needs: 'self:key',
    isAdministration: true,
    view: lazy(async () => ({ default: (await import('../keys/keys-page.tsx')).KeysPage })),
  },
  {
    path: '/settings',
    title: 'page.settings',
    icon: 'settings',
    key: 't',
    needs: 'setting:read',
    isAdministration: true,
    view: lazy(async () => ({ default: (await import('../settings/settings-page.tsx')).SettingsPage })),
  },
  {
    path: '/account',
    title: 'page.account',
    isAdministration: true,
    view: lazy(async () => ({ default: (await import('../users/account-page.tsx')).AccountPage })),
  },
]
