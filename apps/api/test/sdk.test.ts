import { createClient, isProblem } from '@watchpost/sdk'
import { expect, test } from 'vitest'
import { anApi, type ApiFakes, tokens } from './an-api.ts'

/** The SDK client connected to the server without a network. */
async function aClientOf(token: string | undefined, fakes: ApiFakes = {}) {
  const api = await anApi(fakes)
  const fetch = async (url: string, { method, headers, body }: RequestInit): Promise<Response> => {
    const answer = await api.app.inject({
      method: method as 'GET',
      url,
      headers: Object.fromEntries(new Headers(headers)),
      ...(typeof body === 'string' && { body }),
    })
    const isEmpty = answer.statusCode === 204
    return new Response(isEmpty ? null : new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: Object.entries(answer.headers).flatMap(([name, value]) =>
        [value ?? []].flat().map((each): [string, string] => [name, String(each)]),
      ),
    })
  }
  return { client: createClient({ fetch, token }), [Symbol.asyncDispose]: api[Symbol.asyncDispose] }
}

test('the client reads the answers of the server, with headers', async () => {
  await using given = await aClientOf(tokens.administrator)
  const { client } = given
  expect((await client.whoAmI()).body).toMatchObject({ role: 'administrator', via: 'token' })
  const version = await client.readVersion()
  expect(version).toMatchObject({ status: 200, body: { product: 'Watchpost' } })
  expect(version.requestId).toMatch(/^[0-9a-f-]{36}$/)
  expect((await client.search()).body.hits.hits).toEqual([])
  const { body: settings, etag } = await client.readSettings()
  const body = { retention_days: settings.retention_days + 1 }
  expect((await client.changeSettings({ headers: { 'if-match': etag }, body })).body).toMatchObject(body)
})

test('the client throws the problems of the server', async () => {
  await using given = await aClientOf(tokens.operator)
  const { client } = given
  const refused: unknown = await client.search({ body: { query: { script: {} } } }).catch((error: unknown) => error)
  expect(isProblem(refused) && refused).toMatchObject({ status: 422, errors: [{ pointer: '#/query/script' }] })
  await expect(client.listUsers()).rejects.toMatchObject({ code: 'forbidden', status: 403 })
  await expect(client.readProblem({ params: { code: 'nothing' } })).rejects.toMatchObject({ code: 'not-found' })
})

test('rejects calls without a token, and a wrong password', async () => {
  await using given = await aClientOf(undefined)
  const { client } = given
  const body = { username: 'olga', password: 'wrong' }
  await expect(client.beginSession({ body })).rejects.toMatchObject({ code: 'wrong-credentials', status: 401 })
  await expect(client.whoAmI()).rejects.toMatchObject({ code: 'unauthenticated' })
})
