import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { createAuthority, issueProbeCertificate, issueServerCertificate, type KeyPair } from '@watchpost/pki'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { Resolve, SyslogTarget } from './open-socket.ts'
import { connectSyslog } from './syslog-connection.ts'
import { SyslogTrouble } from './trouble.ts'
import { tryTarget } from './try-target.ts'

const resolve: Resolve = async () => ['127.0.0.1']
const never = new AbortController().signal
const servers: Server[] = []
let ca: KeyPair
let rogue: KeyPair
let server: KeyPair
let client: KeyPair

beforeAll(async () => {
  ca = await createAuthority({ commonName: 'Log authority' })
  rogue = await createAuthority({ commonName: 'Rogue authority' })
  server = await issueServerCertificate(ca, { names: ['siem.example.org'], addresses: [], days: 30 })
  client = await issueProbeCertificate(ca, { probeId: 1, fqdn: 'watchpost.example.org', days: 30 })
})

afterEach(() => {
  for (const each of servers.splice(0)) each.close()
})

/** A receiver on a free port; returns the port and what it has read. */
async function aReceiver(onSocket: (socket: Socket) => void = () => undefined, tls?: TlsOptions) {
  const read: Buffer[] = []
  const listen = (socket: Socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => read.push(chunk))
    onSocket(socket)
  }
  const made = tls ? createTlsServer(tls, listen) : createServer(listen)
  made.on('tlsClientError', () => undefined)
  servers.push(made)
  await new Promise<void>((ready) => made.listen(0, '127.0.0.1', ready))
  const address = made.address()
  return { port: address && typeof address === 'object' ? address.port : 0, text: () => Buffer.concat(read).toString() }
}

const overTls = (port: number, own: Partial<NonNullable<SyslogTarget['tls']>> = {}): SyslogTarget => ({
  host: 'siem.example.org',
  port,
  tls: { ca: ca.certPem, cert: client.certPem, key: client.keyPem, isVerified: true, ...own },
})
const mutual = () => ({
  cert: server.certPem,
  key: server.keyPem,
  ca: ca.certPem,
  requestCert: true,
  rejectUnauthorized: true,
})

async function troubleOf(work: Promise<unknown>): Promise<SyslogTrouble> {
  const error = await work.then(
    () => undefined,
    (caught: unknown) => caught,
  )
  if (!(error instanceof SyslogTrouble)) throw new Error('it went well', { cause: error })
  return error
}

test('delivers what is written, and an orderly end confirms that it was read', async () => {
  const receiver = await aReceiver()
  const connection = await connectSyslog({ host: 'siem', port: receiver.port }, resolve, { signal: never })
  await connection.write(Buffer.from('5 hello'))
  expect(await connection.end()).toBe(true)
  expect(receiver.text()).toBe('5 hello')
})

test('delivers over mutual TLS, verifying the configured name', async () => {
  const receiver = await aReceiver(undefined, mutual())
  const connection = await connectSyslog(overTls(receiver.port), resolve, { signal: never })
  await connection.write(Buffer.from('5 hello'))
  expect(await connection.end()).toBe(true)
  expect(receiver.text()).toBe('5 hello')
  const byName = await connectSyslog(
    { ...overTls(receiver.port, { serverName: 'siem.example.org' }), host: '127.0.0.1' },
    resolve,
    { signal: never },
  )
  expect(await byName.end()).toBe(true)
})

test('does not connect to an untrusted receiver, and says why', async () => {
  const receiver = await aReceiver(undefined, mutual())
  const words = async (own: Partial<NonNullable<SyslogTarget['tls']>>) =>
    (await troubleOf(connectSyslog(overTls(receiver.port, own), resolve, { signal: never }))).message
  expect(await words({ ca: rogue.certPem })).toContain('`ca`')
  expect(await words({ serverName: 'other.example.org' })).toContain('`server_name`')
})

test.each(['TLSv1.2', 'TLSv1.3'] as const)(
  'reports a certificate that the receiver rejects over %s',
  async (version) => {
    const receiver = await aReceiver(undefined, { ...mutual(), minVersion: version, maxVersion: version })
    const refused = await issueProbeCertificate(rogue, { probeId: 1, fqdn: 'watchpost.example.org', days: 30 })
    const own = { cert: refused.certPem, key: refused.keyPem }
    const trouble = await troubleOf(connectSyslog(overTls(receiver.port, own), resolve, { signal: never }))
    expect(trouble.message).toMatch(/certificate/)
  },
)

test('reports a broken connection once and rejects later writes', async () => {
  const receiver = await aReceiver((socket) => socket.once('data', () => socket.resetAndDestroy()))
  const connection = await connectSyslog({ host: 'siem', port: receiver.port }, resolve, { signal: never })
  const broken = new Promise<SyslogTrouble>((told) => connection.onBreak(told))
  await connection.write(Buffer.from('5 hello'))
  expect((await broken).message).toContain('receiver')
  expect(connection.isOpen()).toBe(false)
  await troubleOf(connection.write(Buffer.from('x')))
  expect(await connection.end()).toBe(false)
})

test('gives up on a receiver that reads nothing', async () => {
  const receiver = await aReceiver((socket) => socket.pause())
  const connection = await connectSyslog({ host: 'siem', port: receiver.port }, resolve, {
    signal: never,
    stalledMs: 200,
  })
  const trouble = await troubleOf(
    (async () => {
      for (;;) await connection.write(Buffer.alloc(1024 ** 2))
    })(),
  )
  expect(trouble.place).toBe('write')
})

test('a test reports each step, and stops at the one that fails', async () => {
  const receiver = await aReceiver(undefined, mutual())
  const message = Buffer.from('5 hello')
  const good = await tryTarget(overTls(receiver.port), resolve, message, never)
  expect(good.map(({ step, isOk }) => [step, isOk])).toEqual([
    ['resolve', true],
    ['connect', true],
    ['tls', true],
    ['written', true],
    ['still_open', true],
  ])
  const plain = await tryTarget({ host: 'siem', port: 1 }, resolve, message, never)
  expect(plain.map(({ step, isOk }) => [step, isOk])).toEqual([
    ['resolve', true],
    ['connect', false],
  ])
  const forbidden = await tryTarget({ host: 'siem', port: 1 }, async () => ({ refused: 'No.' }), message, never)
  expect(forbidden).toMatchObject([{ step: 'resolve', isOk: false, detail: 'No.' }])
  const closing = await aReceiver((socket) => socket.end())
  const closed = await tryTarget({ host: 'siem', port: closing.port }, resolve, message, never)
  expect(closed.at(-1)).toMatchObject({ isOk: false })
})
