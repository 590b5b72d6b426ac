import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { journalPages } from './journal.ts'

test('reads the newest lines of every unit from the journal', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'journal-'))
  const program = join(folder, 'journalctl')
  writeFileSync(program, '#!/bin/sh\necho "$@"\n')
  chmodSync(program, 0o755)
  vi.stubEnv('PATH', [folder, process.env.PATH].join(delimiter))
  const pages = await journalPages()
  vi.unstubAllEnvs()
  expect(pages.map(({ name }) => name)).toContain('logs/engine.log')
  expect(pages[0]).toEqual({
    name: 'logs/gateway.log',
    text: '--no-pager --output=short-iso --lines=5000 --unit=watchpost-gateway.service\n',
  })
})
