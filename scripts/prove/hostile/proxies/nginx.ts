import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createAuthority, issueServerCertificate } from '@watchpost/pki'
import { freePorts } from '@watchpost/servers'
import { aListeningApi } from '../../../../apps/api/test/a-listening-api.ts'
import type { Report } from '../../harness/report.ts'
import { asStranger, loginWith, sendRaw } from './client.ts'
import { nginxConfig } from './proxy-configs.ts'
import { startProxy } from './start-proxy.ts'

const CLIENT = '127.0.0.5'

/** TLS to nginx, plain HTTP to the API, with X-Forwarded-For. nginx itself connects from 127.0.0.1. */
export async function proveNginx(dir: string, report: Report): Promise<void> {
  await using api = await aListeningApi({ networks: ['127.0.0.1'], mode: 'x-forwarded-for', isPlain: true })
  const [port = 0] = await freePorts(1)
  const authority = await createAuthority({ commonName: 'Company CA', days: 1 })
  const server = await issueServerCertificate(authority, { names: ['localhost'], addresses: [], days: 1 })
  const files = { certificate: join(dir, 'nginx.pem'), key: join(dir, 'nginx-key.pem') }
  writeFileSync(files.certificate, server.certPem)
  writeFileSync(files.key, server.keyPem)
  const config = nginxConfig({ port, target: api.port }, files)
  await using _nginx = await startProxy(dir, { name: 'nginx', ports: [port], config })
  const client = { port, from: CLIENT, ca: authority.certPem }

  const answer = await sendRaw(client, asStranger())
  const seen = api.accesses.at(-1)?.address
  report.check(
    'nginx: the audit has the address of the client',
    answer.startsWith('HTTP/1.1 401 ') && seen === CLIENT,
    seen,
  )
  await sendRaw(client, asStranger(['X-Forwarded-For: 203.0.113.9', 'X-Forwarded-For: 198.51.100.1']))
  const forged = api.accesses.at(-1)?.address
  report.check('nginx: an address that the client claims is ignored', forged === CLIENT, forged)

  const large = await sendRaw(client, loginWith(300 * 1024))
  report.check(
    'nginx: a body over the limit is answered with 413',
    large.startsWith('HTTP/1.1 413 '),
    large.split('\r\n')[0],
  )
  const bare = await sendRaw({ port: api.port, from: '127.0.0.1' }, asStranger())
  report.check(
    'a request from the network of the proxy without the header is refused',
    bare.startsWith('HTTP/1.1 400 '),
  )
  await sendRaw({ port: api.port, from: '127.0.0.9' }, asStranger(['X-Forwarded-For: 203.0.113.9']))
  const other = api.accesses.at(-1)?.address
  report.check('from elsewhere the header is ignored', other === '127.0.0.9', other)
}
