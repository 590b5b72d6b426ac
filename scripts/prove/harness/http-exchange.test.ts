import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { exchange } from './http-exchange.ts'

async function serve(answer: RequestListener): Promise<number> {
  const server = createServer(answer)
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

test('sends the body, keeps the path unchanged, and reads the whole response', async () => {
  const port = await serve((request, response) => {
    response.statusCode = 418
    response.setHeader('x-path', request.url ?? '')
    request.pipe(response)
  })
  const options = { protocol: 'http:', host: '127.0.0.1', port, method: 'POST', path: '//a/../b', body: 'hello' }
  const { status, headers, text } = await exchange(options)
  expect({ status, path: headers['x-path'], text }).toEqual({ status: 418, path: '//a/../b', text: 'hello' })
})

test('rejects when the server sends nothing', async () => {
  const port = await serve(() => undefined)
  const options = { protocol: 'http:', host: '127.0.0.1', port, path: '/slow', timeout: 20 }
  await expect(exchange(options)).rejects.toThrow('GET /slow timed out')
})
