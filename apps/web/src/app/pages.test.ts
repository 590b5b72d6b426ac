import { type Role, roleIncludes } from '@watchpost/contract/names'
import { expect, test } from 'vitest'
import { pageAt, pages, sectionOf } from './pages.ts'

const shownTo = (role: Role) => pages.filter(({ needs }) => roleIncludes(role, needs))

test.each([
  ['viewer', '/overview'],
  ['operator', '/overview'],
  ['administrator', '/overview'],
] as const)('the first page of the role %s is %s', (role, path) => {
  const shown = shownTo(role)
  expect(pageAt('/', shown)?.path).toBe(path)
  expect(sectionOf('/', shown)).toBe(path)
})

test('shows every page to administrators', () => {
  expect(shownTo('administrator')).toEqual(pages)
})

test('a path that is not a page names none, and a page is found whether it is shown or not', () => {
  expect(pageAt('/nothing', pages)).toBeUndefined()
  expect(pageAt('/users', shownTo('viewer'))?.needs).toBe('user:read')
})
