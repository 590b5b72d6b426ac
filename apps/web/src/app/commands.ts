import type { IconName } from '../kit/controls/icon.tsx'
import { text } from '../texts/text.ts'
import { goToPage } from '../kit/navigation/location.ts'
import { looksLikeAddress } from '../kit/navigation/looks-like-address.ts'
import type { Page } from './pages.ts'
import { prefer, type Theme } from '../kit/state/preferences.ts'

export interface Command {
  id: string
  name: string
  icon: IconName
  /** Text to match, where it differs from the name. */
  matches?: string
  run: () => void
}

const themes: readonly Theme[] = ['system', 'light', 'dark']

/** The commands for the typed text. An IP address or words open the matching alerts. */
export function commandsFor(typed: string, pages: readonly Page[]): Command[] {
  const words = typed.trim()
  const hasAlerts = pages.some(({ path }) => path === '/alerts')
  return [
    ...(words && hasAlerts ? lookUps(words) : []),
    ...pages.flatMap(({ path, title, icon }) =>
      icon ? [{ id: path, name: text('palette.go', { page: text(title) }), icon, run: () => goToPage(path) }] : [],
    ),
    ...themes.map((theme) => ({
      id: `theme ${theme}`,
      name: `${text('theme.title')}: ${text(`theme.${theme}`)}`,
      icon: 'user' as const,
      run: () => prefer({ theme }),
    })),
  ]
}

/** Match any typed text, so that these commands are always offered. */
function lookUps(words: string): Command[] {
  const isAddress = looksLikeAddress(words)
  return [
    {
      id: 'alerts of',
      name: text(isAddress ? 'palette.alertsOf' : 'palette.alertsWith', { what: words }),
      icon: 'alerts',
      matches: words,
      run: () => goToPage('/alerts', isAddress ? { ip: words } : { search: words }),
    },
    ...(isAddress
      ? [
          {
            id: 'clusters of',
            name: text('palette.clustersOf', { what: words }),
            icon: 'clusters' as const,
            matches: words,
            run: () => goToPage('/clusters', { ip: words }),
          },
        ]
      : []),
  ]
}
