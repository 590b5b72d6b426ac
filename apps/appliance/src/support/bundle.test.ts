import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { WholeConfig } from '../commands/doctor.ts'
import { makeBundle } from './bundle.ts'
import { logPages, secretFiles, settingsPage, versionsPage } from './gather.ts'
import { createRedact } from './redact.ts'

test('the bundle has no secrets of settings and logs, and a failing part does not affect the others', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'))
  mkdirSync(join(folder, 'logs'))
  const secrets = {
    database: 'correct-horse-battery',
    url: 'in-the-url-9',
    token: 'apk_9f86d081884c7d659a2feaa0c55ad015',
    key: 'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg',
  }
  const passwordFile = join(folder, 'store-password')
  writeFileSync(passwordFile, `${secrets.database}\n`)
  const lines = [
    `{"level":"error","msg":"password ${secrets.database} refused"}`,
    `{"level":"info","req":{"headers":{"api-key":"${secrets.token}"}}}`,
    `{"level":"info","pem":"-----BEGIN PRIVATE KEY-----\\n${secrets.key}\\n-----END PRIVATE KEY-----"}`,
    '{"level":"info","msg":"generation sealed"}',
  ]
  writeFileSync(join(folder, 'logs/api.log'), `${lines.join('\n')}\n`)
  // A truncated log: its first line, which is cut in the middle, is dropped.
  writeFileSync(join(folder, 'logs/gateway.log'), `x"token":"${'y'.repeat(3 * 1024 ** 2)}"\nwhole line\n`)
  const values = {
    WATCHPOST_STORE_URL: `postgres://watchpost:${secrets.url}@127.0.0.1/watchpost`,
    WATCHPOST_STORE_PASSWORD_FILE: passwordFile,
    PATH: '/usr/bin',
  }
  expect(secretFiles(WholeConfig, values)).toEqual([passwordFile])

  const { archive, names } = await makeBundle(
    'bundle',
    [
      { name: 'versions', gather: () => [versionsPage({ version: '0.2.0' })] },
      { name: 'settings', gather: () => [settingsPage(values)] },
      { name: 'logs', gather: () => logPages(join(folder, 'logs')) },
      { name: 'supervisor', gather: () => Promise.reject(new Error(`cannot reach with ${secrets.database}`)) },
    ],
    createRedact([secrets.database]),
    new Date(),
  )
  const text = gunzipSync(archive).toString('utf8')
  for (const secret of Object.values(secrets)) expect(text).not.toContain(secret)
  expect(names).toContain('bundle/supervisor-failed.txt')
  expect(text).toContain('generation sealed')
  expect(text).toContain('whole line')
  expect(text).toContain('WATCHPOST_STORE_URL=postgres://[secret]@127.0.0.1/watchpost')
  expect(text).not.toContain('yyyyyyyy')
  expect(text).not.toContain('PATH=/usr/bin')
  rmSync(folder, { recursive: true })
})
