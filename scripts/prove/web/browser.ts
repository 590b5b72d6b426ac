import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import type { Stack } from '../../stack/stack.ts'
import { type PageWatch, reportBreaches, watchPage } from './page-watch.ts'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
/** Timeout for anything the page should show; a busy machine may need it. */
const WAIT_MS = 60_000
/** The last screenshot, to diagnose a failure. */
export const LAST_VIEW = join(tmpdir(), 'watchpost-last-view.png')

/** The account to sign in with, and the origin. */
export interface Door {
  origin: string
  username: string
  password: string
}

export function doorOf({ folder, state }: Stack): Door {
  const { username, password } = JSON.parse(readFileSync(folder.admin, 'utf8')) as Omit<Door, 'origin'>
  return { origin: `https://127.0.0.1:${state.config.apiPort}`, username, password }
}

/** A real headless browser. */
export function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: '/usr/bin/chromium', args: [...flags, ...more] })
}

export interface Visit extends AsyncDisposable {
  page: Page
  watch: PageWatch
}

export interface VisitOptions extends BrowserContextOptions {
  /** Scripts that run in every page before its own. The page's Content-Security-Policy does not apply to them. */
  scripts?: readonly string[]
}

/** A fresh profile with one page, which is watched from its first request. */
export async function openVisit(browser: Browser, door: Door, options: VisitOptions = {}): Promise<Visit> {
  const { scripts = [], ...rest } = options
  const context = await browser.newContext({
    baseURL: door.origin,
    // The stack has its own CA; another proof shows that the certificate can be verified.
    ignoreHTTPSErrors: true,
    viewport: { width: 1_440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    ...rest,
  })
  context.setDefaultTimeout(WAIT_MS)
  await context.addInitScript(reportBreaches)
  for (const content of scripts) await context.addInitScript({ content })
  const page = await context.newPage()
  const watch = watchPage(page, door.origin)
  return {
    page,
    watch,
    async [Symbol.asyncDispose]() {
      await page.screenshot({ path: LAST_VIEW, timeout: 5_000 }).catch(() => undefined)
      await context.close()
    },
  }
}

/** Signs in at the requested URL, as a user would. */
export async function signIn(page: Page, { username, password }: Door, address = '/ui/'): Promise<void> {
  await page.goto(address)
  await page.getByLabel('User name').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation', { name: 'Pages' }).waitFor()
}
