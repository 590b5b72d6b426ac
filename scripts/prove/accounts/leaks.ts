import { execFileSync } from 'node:child_process'
import { createPrivateKey, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createAuthority, issueServerCertificate } from '@watchpost/pki'
import { createSealer, readKeyFile } from '@watchpost/secrets'
import { connectStore, createCertificateStore, createSealedSecretStore, pepperName } from '@watchpost/store'
import { childrenOf } from '../../stack/appliance-server.ts'
import type { Stack } from '../../stack/stack.ts'
import { secretFile } from '../../stack/stack-folder.ts'
import type { ProofStack } from '../harness/stack/proof-stack.ts'
import type { Report } from '../harness/report.ts'
import { credentialsOf, signIn } from './administrator.ts'
import { type HttpsAnswer, httpsCall } from './https-call.ts'
import { sealingKeys, storeConfig } from './key-rotation.ts'
import { bytesNeedle, type Needle, pemNeedle, textNeedle } from './answers/spellings.ts'

interface Haystack {
  name: string
  text: string
}

/**
 * No token, password or private key is stored in plain text: the proof knows all of them and searches for their values.
 */
export async function proveNoLeaks({ stack }: ProofStack, report: Report): Promise<void> {
  const needles: Needle[] = []
  const answers: Haystack[] = []
  await useEverySecret(stack, needles, answers)
  needles.push(...(await innerSecrets(stack)))

  const haystacks = [
    ...answers,
    ...logs(stack),
    { name: 'dump of the database', text: dump(stack) },
    ...(await metrics(stack)),
  ]
  const bytes = haystacks.reduce((sum, { text }) => sum + text.length, 0)
  const found = needles.flatMap((needle) =>
    haystacks.filter(({ text }) => holds(text, needle)).map((hay) => `${needle.name} in ${hay.name}`),
  )
  report.figure('leak_secrets', needles.length)
  report.figure(
    'leak_spellings',
    needles.reduce((sum, { spellings }) => sum + spellings.length, 0),
  )
  report.figure('leak_searched_mebibytes', bytes / 1024 ** 2)

  const everything = haystacks.map(({ text }) => text).join('\n')
  const canary = textNeedle('canary', randomBytes(24).toString('base64url'))
  const planted = canary.spellings.every((spelling) => holds(`x${spelling}x`, canary))
  const seesNames =
    everything.includes('admin') && /certificate\.replace/.test(everything) && /\$argon2id\$/.test(everything)
  report.check('the search finds what is planted, and what may be seen', planted && seesNames)
  report.check(
    'no token, password or private key in logs, dump, audit, answers or metrics',
    found.length === 0,
    found.slice(0, 5).join('; ') || `${needles.length} secrets in ${haystacks.length} places`,
  )
}

function holds(text: string, { spellings }: Needle): boolean {
  return spellings.some((spelling) => text.includes(spelling))
}

/**
 * Uses each kind of secret correctly and in many wrong ways. Responses that show a secret on purpose are not searched.
 */
async function useEverySecret(stack: Stack, needles: Needle[], answers: Haystack[]): Promise<void> {
  const { ca, token, call } = await signIn(stack)
  const { username, password } = credentialsOf(stack)
  const port = stack.state.config.apiPort
  const noted = (answer: HttpsAnswer, what: string) => {
    answers.push({ name: `answer: ${what}`, text: `${JSON.stringify(answer.headers)}\n${answer.text}` })
    return answer
  }
  const bare = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    httpsCall({ port, ca, method, path, body, headers })
  needles.push(textNeedle("the administrator's password", password), textNeedle("the administrator's token", token))

  // Typical user errors: swapped fields, secrets in URLs, broken JSON, wrong headers.
  const wrong = `wrong-${randomBytes(12).toString('base64url')}`
  needles.push(textNeedle('a wrong password', wrong))
  noted(await bare('POST', '/api/auth/login', { username, password: wrong }), 'wrong password')
  noted(await bare('POST', '/api/auth/login', { username, password, pin: wrong }), 'an extra field')
  noted(await bare('POST', '/api/auth/login', { username: password, password: username }), 'swapped fields')
  noted(await bare('POST', '/api/auth/login', `{"username":"${username}","password":"${password}"`), 'broken JSON')
  noted(await bare('POST', `/api/auth/login?password=${password}`, { username }), 'a password in the query')
  noted(await bare('GET', `/api/version?token=${token}`), 'a token in the query')
  noted(
    await bare('GET', '/api/version', undefined, {
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
    }),
    'basic authentication',
  )
  noted(await bare('GET', '/api/version', undefined, { 'api-key': token.slice(0, -1) }), 'a truncated token')
  noted(await bare('GET', '/api/version', undefined, { cookie: `__Host-sid=${token}` }), 'a token as a cookie')
  for (const path of ['/api/version', '/api/auth/me', '/api/auth/sessions', '/api/settings', '/api/system/certificate'])
    noted(await call('GET', path), path)

  // Secrets that are shown once: search everywhere except in the one response that shows them.
  const session = await bare('POST', '/api/auth/session', { username, password }, { 'x-requested-with': 'proof' })
  const cookie = /__Host-sid=([^;]+)/.exec(String(session.headers['set-cookie']))?.[1]
  if (!cookie) throw new Error(`no cookie: ${session.status} ${session.text}`)
  needles.push(textNeedle('a cookie', cookie))
  noted({ ...session, headers: {} }, 'signing in with a browser')
  noted(await bare('GET', '/api/auth/me', undefined, { cookie: `__Host-sid=${cookie}` }), 'a browser')
  const key = await call('POST', '/api/auth/keys', {
    name: `leak ${randomBytes(4).toString('hex')}`,
    scopes: ['search'],
  })
  const { key: apiKey = '' } = JSON.parse(key.text) as { key?: string }
  needles.push(textNeedle('an API key', apiKey))
  noted(await bare('GET', '/api/version', undefined, { 'api-key': apiKey }), 'an API key')
  noted(await call('GET', '/api/auth/keys'), 'the list of keys')

  const chosen = `chosen ${randomBytes(15).toString('base64url')}`
  const name = `leak-${randomBytes(4).toString('hex')}`
  needles.push(textNeedle('a chosen password', chosen))
  const user = noted(
    await call('POST', '/api/users', { username: name, role: 'operator', password: chosen }),
    'a new user',
  )
  const { id } = JSON.parse(user.text) as { id?: number }
  if (!id) throw new Error(`no user: ${user.status} ${user.text}`)
  const fresh = JSON.parse((await bare('POST', '/api/auth/login', { username: name, password: chosen })).text) as {
    token?: string
  }
  if (fresh.token) needles.push(textNeedle("a user's token", fresh.token))
  noted(await call('POST', '/api/users', { username: name, role: 'operator', password: chosen }), 'the same user again')
  noted(await call('DELETE', `/api/users/${id}`), 'a user removed')
  noted(await call('GET', '/api/users'), 'the list of users')
  await useCertificates(call, ca, needles, noted)
}

type Call = Awaited<ReturnType<typeof signIn>>['call']
type Noted = (answer: HttpsAnswer, what: string) => HttpsAnswer

async function useCertificates(call: Call, ca: string, needles: Needle[], noted: Noted): Promise<void> {
  const path = '/api/system/certificate'
  const company = await createAuthority({ commonName: 'Company CA' })
  const pair = await issueServerCertificate(company, { names: ['localhost'], addresses: ['127.0.0.1'], days: 90 })
  const other = await issueServerCertificate(company, { names: ['other.test'], addresses: [], days: 90 })
  needles.push(
    keyNeedle("an administrator's private key", pair.keyPem),
    keyNeedle('a refused private key', other.keyPem),
  )
  const trust = { ca: [ca, company.certPem] }
  const bodies = {
    'a key of another certificate': { certificate_chain: pair.certPem, private_key: other.keyPem },
    'a key in the place of the chain': { certificate_chain: pair.keyPem, private_key: pair.certPem },
    'a damaged key': { certificate_chain: pair.certPem, private_key: pair.keyPem.slice(0, -60) },
    'a key in a field that is not known': {
      certificate_chain: pair.certPem,
      private_key: pair.keyPem,
      key: pair.keyPem,
    },
    'a key that is not text': { certificate_chain: pair.certPem, private_key: [pair.keyPem] },
  }
  for (const [what, body] of Object.entries(bodies)) noted(await call('PUT', path, body), what)
  noted(await call('PUT', path, `{"private_key": ${JSON.stringify(pair.keyPem)}`), 'a key in broken JSON')
  noted(await call('PUT', path, { certificate_chain: pair.certPem, private_key: pair.keyPem }), 'a certificate')
  noted(await call('GET', path, undefined, trust), 'the certificate')
  noted(await call('DELETE', path, undefined, trust), 'the certificate withdrawn')
}

/** Secrets that never leave the appliance, opened here with the key file. */
async function innerSecrets(stack: Stack): Promise<Needle[]> {
  const keyFile = sealingKeys(stack)
  const store = connectStore(storeConfig(stack), 'proof')
  try {
    const secrets = createSealedSecretStore(store, createSealer(keyFile))
    const certificates = createCertificateStore(store, secrets)
    const pepper = await secrets.read(pepperName)
    const authority = await certificates.read('authority')
    const server = await certificates.read('appliance')
    if (pepper === 'absent' || authority === 'absent' || server === 'absent') throw new Error('a secret is missing')
    return [
      bytesNeedle('the pepper', pepper),
      keyNeedle("the authority's private key", authority.keyPem),
      keyNeedle("the server's private key", server.keyPem),
      ...readKeyFile(keyFile).keys.map(({ version, key }) => bytesNeedle(`sealing key ${version}`, key.export())),
      textNeedle("the database's password", readFileSync(secretFile(stack.folder, 'store-password'), 'utf8').trim()),
    ]
  } finally {
    await store.close()
  }
}

function keyNeedle(name: string, pem: string): Needle {
  return pemNeedle(name, pem, createPrivateKey(pem).export({ format: 'jwk' }).d)
}

function logs({ folder }: Stack): Haystack[] {
  return readdirSync(folder.logs).map((file) => ({ name: file, text: readFileSync(join(folder.logs, file), 'latin1') }))
}

/** The whole database as text, including the audit. */
function dump({ folder, state }: Stack): string {
  const password = readFileSync(secretFile(folder, 'postgres-superuser-password'), 'utf8').trim()
  const where = ['-h', '127.0.0.1', '-p', String(state.config.postgresPort), '-U', 'postgres', 'watchpost']
  return execFileSync('pg_dump', where, {
    env: { ...process.env, PGPASSWORD: password },
    maxBuffer: 1024 ** 3,
    encoding: 'latin1',
  })
}

async function metrics({ state }: Stack): Promise<Haystack[]> {
  const children = await childrenOf(state.config.internalPort)
  return Promise.all(
    children.map(async ({ name, internalPort }) => ({
      name: `metrics of ${name}`,
      text: await (await fetch(`http://127.0.0.1:${internalPort}/metrics`)).text(),
    })),
  )
}
