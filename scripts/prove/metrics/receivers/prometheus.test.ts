import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hurried } from './prometheus.ts'

test('shortens the waits of rules but keeps their expressions', () => {
  const rules = readFileSync('deploy/prometheus/watchpost-alerts.yml', 'utf8')
  const fast = hurried(rules, 20)
  const plain = (text: string) => text.replaceAll(/(for: |\[|offset )\d+[smh]/g, '$1')
  expect(plain(fast)).toBe(plain(rules))
  expect(fast).toContain('for: 15s')
  expect(fast).not.toContain('for: 5m')
  expect(fast).not.toMatch(/\[1h\]/)
})
