import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { productFiles } from './product-files.ts'

test('finds the files of this checkout', () => {
  const files = productFiles()
  for (const service of ['gateway', 'indexer', 'clusters', 'exporter', 'api', 'appliance'])
    expect(existsSync(files.main(service)), service).toBe(true)
  expect(existsSync(join(files.swaggerUi, 'swagger-ui.css'))).toBe(true)
  expect(files.version()).toEqual({ version: expect.stringMatching(/^\d+\.\d+\.\d+$/) })
})

test('finds the files of a release, also when it was built inside a checkout', () => {
  const checkout = mkdtempSync(join(tmpdir(), 'watchpost-product-'))
  onTestFinished(() => rmSync(checkout, { recursive: true }))
  const root = join(checkout, 'dist/release/watchpost')
  const chunks = join(root, 'services/chunks')
  mkdirSync(chunks, { recursive: true })
  writeFileSync(join(checkout, 'pnpm-workspace.yaml'), '')
  writeFileSync(join(root, 'VERSION'), '{"version":"1.2.3","commit":"abc"}')
  const files = productFiles(chunks)
  expect(files.main('api')).toBe(join(root, 'services/api.js'))
  expect([files.web, files.swaggerUi]).toEqual([join(root, 'web'), join(root, 'swagger-ui')])
  expect(files.version()).toEqual({ version: '1.2.3', commit: 'abc' })
})

test('rejects a folder outside of both', () => {
  expect(() => productFiles('/')).toThrow('neither a release nor a checkout')
})
