import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anApi } from '../../test/an-api.ts'
import { createUiFiles } from './ui-files.ts'

const page = '<!doctype html><title>Watchpost</title>'
const built = {
  'index.html': page,
  'index.html.br': 'page, packed by br',
  'assets/app-1a2b3c4d.js': 'console.info(1)',
  'assets/app-1a2b3c4d.js.br': 'packed by br',
  'assets/app-1a2b3c4d.js.gz': 'packed by gzip',
  'mark.svg': '<svg/>',
  'notes.bin': 'of no known type',
}

async function aSite(files: Record<string, string> = built) {
  const root = await mkdtemp(join(tmpdir(), 'watchpost-ui-'))
  const folder = join(root, 'dist')
  const write = async (name: string, text: string) => {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  for (const [name, text] of Object.entries(files)) await write(name, text)
  await writeFile(join(root, 'secret.js'), 'outside')
  const api = await anApi({ ui: createUiFiles(folder) })
  return {
    ...api,
    root,
    folder,
    write,
    get: (url: string, headers: Record<string, string> = {}) => api.app.inject({ url, headers }),
    [Symbol.asyncDispose]: async () => {
      await api[Symbol.asyncDispose]()
      await rm(root, { recursive: true })
    },
  }
}

let site: Awaited<ReturnType<typeof aSite>>
beforeAll(async () => {
  site = await aSite()
  await symlink(join(site.root, 'secret.js'), join(site.folder, 'link.js'))
})
afterAll(() => site[Symbol.asyncDispose]())

test('redirects the root to the console, without a token', async () => {
  const answer = await site.get('/')
  expect(answer.statusCode).toBe(302)
  expect(answer.headers['location']).toBe('/ui/')
})

test.each(['/ui', '/ui/', '/ui/alerts', '/ui/alerts/7-aa-1', '/ui/x/y/z?risk_min=70'])(
  'serves the page at %s',
  async (url) => {
    const answer = await site.get(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe(page)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
    })
  },
)

test('serves the page for a path with dots if the client accepts HTML', async () => {
  const url = '/ui/clusters/10.0.0.5-2026-11-14T09'
  expect((await site.get(url, { accept: 'text/html,*/*;q=0.8' })).body).toBe(page)
  expect((await site.get(url, { accept: '*/*' })).statusCode).toBe(404)
})

test('the content security policy forbids external and inline resources and requires trusted types', async () => {
  const policy = String((await site.get('/ui/')).headers['content-security-policy'])
  expect(policy).not.toContain('unsafe')
  expect(policy.split(';')).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "script-src 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ]),
  )
})

test('caches files with a content hash forever, and revalidates others', async () => {
  const script = await site.get('/ui/assets/app-1a2b3c4d.js')
  expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8')
  const mark = await site.get('/ui/mark.svg')
  expect(mark.headers['cache-control']).toBe('no-cache')
  const again = await site.get('/ui/mark.svg', { 'if-none-match': String(mark.headers['etag']) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test.each([
  ['br, gzip', 'br', 'packed by br'],
  ['gzip, deflate', 'gzip', 'packed by gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip', 'packed by gzip'],
  ['identity', undefined, 'console.info(1)'],
])('serves the matching file for Accept-Encoding %j', async (header, encoding, body) => {
  const answer = await site.get('/ui/assets/app-1a2b3c4d.js', { 'accept-encoding': header })
  expect(answer.headers['content-encoding']).toBe(encoding)
  expect(answer.body).toBe(body)
})

test.each([
  '/ui/../secret.js',
  '/ui/%2e%2e/secret.js',
  '/ui/..%2fsecret.js',
  '/ui/assets/..%2f..%2fsecret.js',
  '/ui/assets/../../secret.js',
  '/ui/assets/%2e%2e%2f%2e%2e%2fsecret.js',
  '/ui/link.js',
  '/ui//etc/passwd.js',
  '/ui/notes.bin',
  '/ui/index.html.br',
  '/ui/assets/missing-1a2b3c4d.js',
  '/ui/assets/missing',
])('returns not found for %s', async (url) => {
  const answer = await site.get(url, { accept: '*/*' })
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toMatchObject({ type: '/problems/not-found' })
})

test('says what to do if nothing was built, and serves a later build without a restart', async () => {
  await using site = await aSite({})
  const missing = await site.get('/ui/')
  expect(missing.statusCode).toBe(404)
  expect(missing.json()).toMatchObject({ type: '/problems/not-found', detail: expect.stringContaining('build:web') })

  await site.write('index.html', 'one')
  expect((await site.get('/ui/')).body).toBe('one')
  await site.write('index.html', 'another')
  expect((await site.get('/ui/')).body).toBe('another')
})

test('allows only GET and HEAD', async () => {
  const answer = await site.app.inject({ method: 'POST', url: '/ui/alerts' })
  expect(answer.statusCode).toBe(405)
  expect((await site.app.inject({ method: 'HEAD', url: '/ui/' })).statusCode).toBe(200)
})
