import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { serveRecorded } from './dev/serve-recorded.ts'

/** The URL of the API for development. `pnpm dev` sets it; `pnpm dev:web` needs none. */
// oxlint-disable-next-line node/no-process-env
const api = process.env.WATCHPOST_WEB_API ?? 'https://127.0.0.1:8443'
// The certificate of a development stack is signed by its own CA.
const toApi = { target: api, secure: false }
const proxy = { '/api': toApi, '/docs': toApi, '/problems': toApi }

export default defineConfig(({ mode }) => ({
  base: '/ui/',
  plugins: [react(), ...(mode === 'recorded' ? [serveRecorded()] : [])],
  server: { proxy: mode === 'recorded' ? {} : proxy },
  // The same Content-Security-Policy that the appliance sends, so that violations show up in development.
  preview: {
    proxy,
    headers: {
      'content-security-policy':
        "default-src 'none';script-src 'self';style-src 'self';img-src 'self';font-src 'self';connect-src 'self';base-uri 'none';form-action 'self';frame-ancestors 'none';require-trusted-types-for 'script';trusted-types default",
    },
  },
  build: {
    target: 'es2024',
    // Inline nothing: the Content-Security-Policy allows scripts, styles and images only from the appliance.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The packages inside the bundle, for the licences and the SBOM of a release.
    license: { fileName: '.vite/license.json' },
  },
}))
