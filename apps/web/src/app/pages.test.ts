import { type Role, roleIncludes } from '@watchpost/contract/names'
import { expect, test } from 'vitest'
import { pageAt, pages, sectionOf } from './pages.ts'

const shownTo = (role: Role) => pages.filter(({ needs }) => roleIncludes(role, needs))

test.each([
  ['viewer', '/overview'],
  ['operator', '/overview'],
  ['administrator', '/overview'],
  ['auditor', '/health'],
] as const)('the first page of the role %s is %s', (role, path) => {
  const shown = shownTo(role)
  expect(pageAt('/', shown)?.path).toBe(path)
  expect(sectionOf('/', shown)).toBe(path)
})

test('shows every page to administrators', () => {
  expect(shownTo('administrator')).toEqual(pages)
})

test('shows auditors health, the audit and their account', () => {
  expect(shownTo('auditor').map(({ path }) => path)).toEqual(['/health', '/audit', '/account'])
})

test('finds a page by its path, shown or not, and none for an unknown path', () => {
  expect(pageAt('/nothing', pages)).toBeUndefined()
  expect(pageAt('/users', shownTo('viewer'))?.needs).toBe('user:read')
})
