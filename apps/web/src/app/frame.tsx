import type { Me } from '@watchpost/contract'
import { Suspense, useEffect } from 'react'
import { Button } from 'react-aria-components'
import markUrl from '../mark.svg'
import { CoverageMark } from '../coverage/coverage-mark.tsx'
import { Waiting } from '../kit/feedback/answered.tsx'
import { Icon } from '../kit/controls/icon.tsx'
import { Menu } from '../kit/controls/menu.tsx'
import { useNarrow } from '../kit/layout/use-narrow.ts'
import { text } from '../texts/text.ts'
import { usualRange } from '../time/range.ts'
import { RangePicker } from '../range/range-picker.tsx'
import { CommandButton } from './command-palette.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import styles from './frame.module.css'
import { Link } from '../kit/navigation/link.tsx'
import { goToPage, usePlace } from '../kit/navigation/location.ts'
import { type Page, pageAt, sectionOf } from './pages.ts'
import { useMay } from '../session/session.ts'
import { useShortcuts } from '../kit/navigation/shortcuts.ts'
import { ValueMenu } from '../kit/value/value-menu.tsx'
import { usePages } from './use-pages.ts'
import { UserMenu } from './user-menu.tsx'

/** The frame around every page: navigation, time range and user menu. */
export function Frame({ me }: { me: Me }) {
  const { path } = usePlace()
  const pages = usePages()
  const page = pageAt(path, pages)
  const hasRange = !page?.isAdministration || page.hasRange === true
  const may = useMay()
  useShortcuts(
    pages.flatMap(({ path: to, title, key }) =>
      key ? [{ keys: `g ${key}`, what: title, run: () => goToPage(to) }] : [],
    ),
  )
  useEffect(() => {
    document.title = `${page ? text(page.title) : text('page.missing')} · ${text('app.name')}`
  }, [page])
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#page">
        {text('app.skip')}
      </a>
      <Navigation />
      <header className={styles.top}>
        <h1>{page ? text(page.title) : text('page.missing')}</h1>
        {may('event:read') && <CoverageMark range={hasRange ? undefined : usualRange} />}
        {hasRange && <RangePicker />}
        <CommandButton />
        <UserMenu me={me} />
      </header>
      <main className={styles.page} id="page" tabIndex={-1}>
        <ErrorBoundary key={path}>
          <Suspense
            fallback={
              <div className={styles.waiting}>
                <Waiting />
              </div>
            }
          >
            {!page ? <Missing /> : !may(page.needs) ? <Closed /> : <page.view />}
          </Suspense>
        </ErrorBoundary>
      </main>
      <ValueMenu />
    </div>
  )
}

function Navigation() {
  const pages = usePages()
  const isNarrow = useNarrow()
  const own = pages.filter(({ isAdministration, icon }) => isAdministration && icon)
  return (
    <nav className={styles.nav} aria-label={text('app.navigation')}>
      <Link to="/" className={styles.brand} label={text('app.name')}>
        <img src={markUrl} alt="" />
        <span className={styles.name}>{text('app.name')}</span>
      </Link>
      <Entries pages={pages.filter(({ isAdministration }) => !isAdministration)} />
      {own.length > 0 && isNarrow && <MoreEntries pages={own} />}
      {own.length > 0 && !isNarrow && (
        <div className={styles.section} role="group" aria-labelledby="administration">
          <h2 id="administration">{text('app.administration')}</h2>
          <Entries pages={own} />
        </div>
      )}
    </nav>
  )
}

function Entries({ pages }: { pages: readonly Page[] }) {
  const { path } = usePlace()
  const section = sectionOf(path, usePages())
  return pages.map(
    ({ path: to, title, icon }) =>
      icon && (
        <Link key={to} to={to} className={styles.entry} isCurrent={section === to}>
          <Icon name={icon} size={18} />
          <span className={styles.name}>{text(title)}</span>
        </Link>
      ),
  )
}

/** Entries that do not fit, behind a button. */
function MoreEntries({ pages }: { pages: readonly Page[] }) {
  const { path } = usePlace()
  const section = sectionOf(path, usePages())
  const entries = pages.map(({ path: id, title, icon }) => ({ id, name: text(title), ...(icon && { icon }) }))
  return (
    <Menu
      label={text('app.administration')}
      trigger={
        <Button className={styles.entry ?? ''} data-current={pages.some(({ path: to }) => to === section)}>
          <Icon name="more" size={18} />
          <span className={styles.name}>{text('app.more')}</span>
        </Button>
      }
      parts={[{ id: 'pages', entries }]}
      onChoose={(id) => goToPage(id)}
    />
  )
}

function Missing() {
  return (
    <div className={styles.missing}>
      <p>{text('page.missingWords')}</p>
      <Link to="/">{text('page.missingBack')}</Link>
    </div>
  )
}

/** Shown for a link to a page that the account may not open. */
function Closed() {
  return (
    <div className={styles.missing}>
      <p>{text('page.closedWords')}</p>
      <Link to="/">{text('page.missingBack')}</Link>
    </div>
  )
}
