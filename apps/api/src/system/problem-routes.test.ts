import { problems } from '@watchpost/contract'
import { expect, test } from 'vitest'
import { anApi } from '../../test/an-api.ts'

test.each(Object.entries(problems))('explains %s as JSON and as a page', async (code, problem) => {
  await using api = await anApi()
  const json = await api.app.inject({ url: `/problems/${code}` })
  expect(json.json()).toEqual({ code, ...problem })
  const page = await api.app.inject({ url: `/problems/${code}`, headers: { accept: 'text/html,*/*' } })
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.body).toContain(problem.title)
})
