import type { Browser } from 'playwright-core'
import type { Stack } from '../../../stack/stack.ts'
import type { Report } from '../../harness/report.ts'
import { type Door, openVisit, signIn } from '../browser.ts'
import { troublesOf } from '../page-watch.ts'
import { proveAdminAxe } from './admin-axe.ts'
import { proveAdminKeyboard } from './admin-keyboard.ts'
import { proveDeadLettersPage } from './dead-letters-page.ts'
import { proveEnrolment } from './enrolment.ts'
import { proveHealthPage } from './health-page.ts'
import { proveMetricsPage } from './metrics-page.ts'
import { proveAccounts } from './people.ts'
import { provePolicyPage } from './policy-page.ts'
import { proveSettings } from './settings.ts'
import { proveSyslogPage } from './syslog-page.ts'

export interface AdminOptions {
  report: Report
  browser: Browser
  door: Door
  stack: Stack
}

/**
 * What an administrator of an empty appliance does from the first password to the first alert and beyond, using the
 * ARIA roles and names on the page.
 */
export async function proveAdmin(options: AdminOptions): Promise<void> {
  const { report, browser, door } = options
  const operator = { ...door, username: 'olga.operator', password: await proveAccounts(options) }
  await using visit = await openVisit(browser, door)
  const { page, watch } = visit
  await signIn(page, door)
  await using enrolled = await proveEnrolment(options, page)
  await proveSettings(options, page)
  await proveSyslogPage(options, page, enrolled)
  await proveMetricsPage(options, page)
  await proveDeadLettersPage(options, page, enrolled, operator)
  await proveHealthPage(options, page)
  await provePolicyPage(options, page, operator)
  report.check('nothing went wrong in the page of the administrator', troublesOf(watch) === '', troublesOf(watch))
  await proveAdminKeyboard(options, door)
  await proveAdminAxe(options, [door, operator])
}
