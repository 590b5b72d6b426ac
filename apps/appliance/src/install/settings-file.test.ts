import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { editSettings, settingsFor } from './settings-file.ts'

const wanted = settingsFor({ names: ['watchpost.example.org', '192.0.2.7'], listen: '0.0.0.0', exportNetworks: [] })

test('gives each service its own users, by sockets and TLS', () => {
  expect(wanted).toMatchObject({
    WATCHPOST_STORE_URL: 'postgres://watchpost_{service}@localhost/watchpost?host=/run/postgresql',
    WATCHPOST_LOG_PASSWORD_FILE: '/etc/watchpost/{service}/log-password',
    WATCHPOST_ENGINE_NODES: 'http+unix:///run/watchpost/engine.sock',
    WATCHPOST_APPLIANCE_TLS_NAMES: 'watchpost.example.org,192.0.2.7,localhost,127.0.0.1,::1',
  })
  expect(parseEnv(editSettings(undefined, wanted, new Set()).text)).toEqual(wanted)
})

test('keeps what the operator changed, and replaces only what is chosen', () => {
  const first = editSettings(undefined, wanted, new Set()).text
  const changed = first
    .replace('WATCHPOST_API_HOST=0.0.0.0', 'WATCHPOST_API_HOST=192.0.2.7')
    .replace('WATCHPOST_GATEWAY_HOST=0.0.0.0', 'WATCHPOST_GATEWAY_HOST=192.0.2.7')
    .concat('# for the lab\nWATCHPOST_API_REQUESTS_PER_MINUTE=500\n')
  const { text, kept } = editSettings(changed, wanted, new Set(['WATCHPOST_API_HOST']))
  expect(kept).toEqual(['WATCHPOST_GATEWAY_HOST'])
  expect(text).toBe(changed.replace('WATCHPOST_API_HOST=192.0.2.7', 'WATCHPOST_API_HOST=0.0.0.0'))
})
