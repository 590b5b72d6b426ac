import { expect, test } from 'vitest'
import { bytesOf, packed } from './bytes.ts'
import { apiTables, gatewayTables, readEvents, readRaw, readRequests, targetTable } from './table.ts'

const tables = [...apiTables, ...gatewayTables, targetTable]

test.each(tables)('%s: every row is complete and has a unique name', (file) => {
  const { area, rows } = readRequests(file)
  expect(area).not.toBe('')
  expect(rows.length).toBeGreaterThan(10)
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length)
  for (const row of rows) {
    expect(row, row.name).toMatchObject({
      as: expect.any(String),
      method: expect.any(String),
      expect: expect.any(Array),
    })
    expect(bytesOf(row.path ?? '').toString(), row.name).toMatch(/^\//)
    expect(() => new RegExp(row.detail ?? ''), row.name).not.toThrow()
    if (row.encode) expect(row.text, row.name).toBeDefined()
  }
})

test('the tables contain more than 250 attacks', () => {
  const requests = tables.reduce((sum, file) => sum + readRequests(file).rows.length, 0)
  expect(requests + readRaw().length * 2 + readEvents().length).toBeGreaterThan(250)
})

test('a row inherits the headers of its table and overrides them', () => {
  const { rows } = readRequests('batches')
  const row = rows.find(({ name }) => name === 'br')
  expect(row?.headers).toMatchObject({ 'content-type': 'application/x-ndjson', 'content-encoding': 'br' })
})

test('builds bytes from pieces', () => {
  expect(bytesOf('a').toString()).toBe('a')
  expect(bytesOf(['a', { hex: '00ff' }, { repeat: 'xy', times: 2 }])).toEqual(Buffer.from('a\0\u00ffxyxy', 'latin1'))
  expect(bytesOf([{ repeat: ',m%d', times: 3 }]).toString()).toBe(',m0,m1,m2')
  expect(packed(bytesOf([{ repeat: 'a', times: 1_000_000 }]), 'zstd').length).toBeLessThan(1_000)
})

test('every name in double braces is defined', () => {
  const known = [
    'viewer',
    'operator',
    'auditor',
    'auditor-name',
    'auditor-password',
    'stream',
    'csr',
    'code',
    'long',
    'same-key-csr',
  ]
  const used = tables.flatMap((file) => {
    const text = readRequests(file)
      .rows.map(({ path, headers, body }) => JSON.stringify([path, headers, body]))
      .join()
    return [...text.matchAll(/\{\{([\w-]+)\}\}/g)].map(([, name]) => name)
  })
  expect([...new Set(used)].filter((name) => !known.includes(name ?? ''))).toEqual([])
})
