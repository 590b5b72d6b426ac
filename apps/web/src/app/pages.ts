import type { Permission } from '@watchpost/contract/names'
import { type ComponentType, lazy } from 'react'
import type { IconName } from '../kit/controls/icon.tsx'
import type { PlainKey } from '../texts/text.ts'
import { administrationPages } from './administration-pages.ts'

export interface Page {
  path: string
  title: PlainKey
  /** Pages with one are in the navigation. */
  icon?: IconName
  /** After `g`. */
  key?: string
  /** What the routes that it calls demand. Without this it is not shown. */
  needs: Permission
  /** Pages about the appliance have a part of the navigation of their own, and no time range unless they say so. */
  isAdministration?: boolean
  hasRange?: boolean
  /** The page whose entry in the navigation is lit. */
  within?: string
  view: ComponentType
}

/** Every page; each is loaded when it is first looked at. */
export const pages: readonly Page[] = [
  {
    path: '/overview',
    title: 'page.overview',
    icon: 'overview',
    key: 'o',
    needs: 'event:read',
    view: lazy(async () => ({ default: (await import('../overview/overview-page.tsx')).OverviewPage })),
  },
  {
    path: '/alerts',
    title: 'page.alerts',
    icon: 'alerts',
    key: 'a',
    needs: 'alert:read',
    view: lazy(async () => ({ default: (await import('../alerts/alerts-page.tsx')).AlertsPage })),
  },
  {
    path: '/alert',
    title: 'page.alert',
    within: '/alerts',
    needs: 'alert:read',
    view: lazy(async () => ({ default: (await import('../alerts/detail/alert-page.tsx')).AlertPage })),
  },
  {
    path: '/clusters',
    title: 'page.clusters',
    icon: 'clusters',
    key: 'c',
    needs: 'alert:read',
    view: lazy(async () => ({ default: (await import('../clusters/clusters-page.tsx')).ClustersPage })),
  },
  {
    path: '/cluster',
    title: 'page.cluster',
    within: '/clusters',
    needs: 'alert:read',
    view: lazy(async () => ({ default: (await import('../clusters/cluster-page.tsx')).ClusterPage })),
  },
  {
    path: '/search',
    title: 'page.search',
    icon: 'search',
    key: 's',
    needs: 'event:read',
    view: lazy(async () => ({ default: (await import('../search/search-page.tsx')).SearchPage })),
  },
  {
    path: '/coverage',
    title: 'page.coverage',
    within: '/overview',
    needs: 'event:read',
    view: lazy(async () => ({ default: (await import('../coverage/coverage-page.tsx')).CoveragePage })),
  },
  ...administrationPages,
]

/** The page that a path names; the first of those that the account may see when it names none. */
export function pageAt(path: string, shown: readonly Page[]): Page | undefined {
  return path === '/' ? shown[0] : pages.find((page) => page.path === path)
}

/** The page whose entry in the navigation is lit. */
export function sectionOf(path: string, shown: readonly Page[]): string | undefined {
  const page = pageAt(path, shown)
  return page?.within ?? page?.path
}
