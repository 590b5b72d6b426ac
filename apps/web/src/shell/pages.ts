import { type ComponentType, lazy } from 'react'
import type { IconName } from '../parts/icon.tsx'
import type { PlainKey } from '../texts/text.ts'

interface Page {
  path: string
  title: PlainKey
  /** Pages with one are in the navigation. */
  icon?: IconName
  /** After `g`. */
  key?: string
  view: ComponentType
}

/** Every page; each is loaded when it is first looked at. */
export const pages: readonly Page[] = [
  {
    path: '/overview',
    title: 'page.overview',
    icon: 'overview',
    key: 'o',
    view: lazy(async () => ({ default: (await import('../overview/overview-page.tsx')).OverviewPage })),
  },
  {
    path: '/alerts',
    title: 'page.alerts',
    icon: 'alerts',
    key: 'a',
    view: lazy(async () => ({ default: (await import('../alerts/alerts-page.tsx')).AlertsPage })),
  },
  {
    path: '/alert',
    title: 'page.alert',
    view: lazy(async () => ({ default: (await import('../alerts/alert-page.tsx')).AlertPage })),
  },
  {
    path: '/clusters',
    title: 'page.clusters',
    icon: 'clusters',
    key: 'c',
    view: lazy(async () => ({ default: (await import('../clusters/clusters-page.tsx')).ClustersPage })),
  },
  {
    path: '/cluster',
    title: 'page.cluster',
    view: lazy(async () => ({ default: (await import('../clusters/cluster-page.tsx')).ClusterPage })),
  },
  {
    path: '/search',
    title: 'page.search',
    icon: 'search',
    key: 's',
    view: lazy(async () => ({ default: (await import('../search/search-page.tsx')).SearchPage })),
  },
]

/** The page that a path names; the first one when it names none. */
export function pageAt(path: string): Page | undefined {
  return pages.find((page) => page.path === path) ?? (path === '/' ? pages[0] : undefined)
}

/** The page whose entry in the navigation is lit. */
export function sectionOf(path: string): string | undefined {
  return pageAt(path === '/alert' ? '/alerts' : path === '/cluster' ? '/clusters' : path)?.path
}
