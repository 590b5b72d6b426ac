import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { serveRecorded } from './dev/serve-recorded.ts'

/** The API of the appliance that the pages are developed on: `pnpm dev` sets it. `pnpm dev:web` needs none. */
// oxlint-disable-next-line node/no-process-env
const api = process.env.WATCHPOST_WEB_API ?? 'https://127.0.0.1:8443'
// Of a development stack, whose certificate comes from an authority of its own.
const toApi = { target: api, secure: false }
const proxy = { '/api': toApi, '/docs': toApi, '/problems': toApi }

export default defineConfig(({ mode }) => ({
  base: '/ui/',
  plugins: [react(), ...(mode === 'recorded' ? [serveRecorded()] : [])],
  server: { proxy: mode === 'recorded' ? {} : proxy },
  // The policy that the appliance serves the pages with, so that a breach is seen here first.
  preview: {
    proxy,
    headers: {
      'content-security-policy':
        "default-src 'none';script-src 'self';style-src 'self';img-src 'self';font-src 'self';connect-src 'self';base-uri 'none';form-action 'self';frame-ancestors 'none';require-trusted-types-for 'script';trusted-types default",
    },
  },
  build: {
    target: 'es2024',
    // Nothing inline: the pages are served under a policy that takes scripts, styles and images from the appliance only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
}))
