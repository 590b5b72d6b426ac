import type { Permission } from '@watchpost/contract/names'
import { type ComponentType, lazy } from 'react'
import type { IconName } from '../kit/controls/icon.tsx'
import type { PlainKey } from '../texts/text.ts'
import { administrationPages } from './administration-pages.ts'

export interface Page {
  path: string
  title: PlainKey
  /** Pages with an icon appear in the navigation. */
  icon?: IconName
  /** The key after `g`. */
  key?: string
  /** The permission that the page's API calls need. Without it the page is hidden. */
  needs: Permission
  /** Administration pages have their own section in the navigation, and no time range unless they set one. */
  isAdministration?: boolean
  hasRange?: boolean
  /** The page whose navigation entry is highlighted. */
  within?: string
  view: ComponentType
}

/** All pages; each is loaded when it is first opened. */
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

/** The page at a path; at `/` the first page that the account may open. */
export function pageAt(path: string, shown: readonly Page[]): Page | undefined {
  return path === '/' ? shown[0] : pages.find((page) => page.path === path)
}

/** The page whose navigation entry is highlighted. */
export function sectionOf(path: string, shown: readonly Page[]): string | undefined {
  const page = pageAt(path, shown)
  return page?.within ?? page?.path
}
