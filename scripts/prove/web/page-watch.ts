import type { Page } from 'playwright-core'

/** Everything a page did that it should not have done. */
export interface PageWatch {
  /** Uncaught errors, and errors on the page's console. */
  errors: string[]
  /** Violations of the Content-Security-Policy. */
  breaches: string[]
  /** Requests to another origin, sent or blocked. */
  outside: string[]
  /** Payload scripts that ran, and dialogs that they opened. */
  ran: string[]
}

const BREACH = 'policy breached:'
const RAN = 'payload ran:'

/** Runs in the page: reports what the policy blocked and what a payload did. */
export function reportBreaches(): void {
  interface Breach {
    violatedDirective: string
    blockedURI: string
    sample: string
  }
  const { addEventListener } = globalThis as unknown as {
    addEventListener(name: string, listener: (event: Breach) => void): void
  }
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
    console.error('policy breached:', violatedDirective, blockedURI, sample)
  })
  Object.defineProperty(globalThis, 'breached', {
    set(number) {
      console.error('payload ran:', number)
    },
  })
}

/** Listens to a page for its whole lifetime. */
export function watchPage(page: Page, origin: string): PageWatch {
  const watch: PageWatch = { errors: [], breaches: [], outside: [], ran: [] }
  page.on('console', (message) => {
    const text = message.text()
    if (text.startsWith(RAN)) watch.ran.push(text)
    else if (text.startsWith(BREACH) || text.includes('Content Security Policy')) watch.breaches.push(text)
    // The browser also logs error responses that the page handles.
    else if (message.type() === 'error' && !text.startsWith('Failed to load resource')) watch.errors.push(text)
  })
  page.on('pageerror', (error) => watch.errors.push(error.stack ?? error.message))
  page.on('dialog', (dialog) => {
    watch.ran.push(`${dialog.type()} ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(`${origin}/`) && !/^(?:data|blob|about):/.test(url)) watch.outside.push(url)
  })
  page.on('websocket', (socket) => watch.outside.push(socket.url()))
  return watch
}

/** All findings in one sentence; empty if there are none. */
export function troublesOf(...watches: readonly PageWatch[]): string {
  return watches
    .flatMap(({ errors, breaches, outside, ran }) => [
      ...errors.map((each) => `error ${each}`),
      ...breaches,
      ...outside.map((each) => `asked ${each}`),
      ...ran,
    ])
    .slice(0, 5)
    .map((each) => each.slice(0, 300))
    .join('; ')
}
