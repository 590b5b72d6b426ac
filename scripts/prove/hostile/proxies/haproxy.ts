import { freePorts, waitUntil } from '@watchpost/servers'
import { aListeningApi } from '../../../../apps/api/test/a-listening-api.ts'
import { aTlsGateway } from '../../../../apps/gateway/test/a-tls-gateway.ts'
import type { Report } from '../../harness/report.ts'
import { asStranger, openSocket, sendRaw } from './client.ts'
import { haproxyConfig } from './proxy-configs.ts'
import { startProxy } from './start-proxy.ts'

const CLIENT = '127.0.0.5'
const FLOODER = '127.0.0.6'
const FLOOD = 200
/** The limit on unfinished handshakes per client. */
const LIMIT = 64

/** TLS passthrough with the PROXY protocol v2. HAProxy itself connects from 127.0.0.1. */
export async function proveHaproxy(dir: string, report: Report): Promise<void> {
  const networks = ['127.0.0.1']
  await using api = await aListeningApi({ networks })
  const whence = 'GET /v1/whence HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
  const whoami = 'GET /v1/whoami HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
  await using gateway = await aTlsGateway(
    [(app) => void app.get('/v1/whence', { config: { isOpen: true } }, async ({ ip }) => ({ ip }))],
    Date.now,
    { proxyNetworks: networks },
  )
  gateway.enter(gateway.probe)
  const [apiPort = 0, gatewayPort = 0] = await freePorts(2)
  await using _haproxy = await startProxy(dir, {
    name: 'haproxy',
    ports: [apiPort, gatewayPort],
    config: haproxyConfig({
      api: { port: apiPort, target: api.port },
      gateway: { port: gatewayPort, target: gateway.port },
    }),
  })
  const toApi = { port: apiPort, from: CLIENT, ca: api.authorityPem }
  const toGateway = { port: gatewayPort, from: CLIENT, ca: gateway.authority.certPem }

  const answer = await sendRaw(toApi, asStranger(['X-Forwarded-For: 203.0.113.9']))
  const seen = api.accesses.at(-1)?.address
  report.check('HAProxy, API: the audit has the address of the client', isStatus(answer, 401) && seen === CLIENT, seen)
  const ip = await sendRaw(toGateway, whence)
  report.check('HAProxy, gateway: the address is that of the client', ip.includes(`"ip":"${CLIENT}"`))
  const known = await sendRaw({ ...toGateway, pair: gateway.probe }, whoami)
  const unknown = await sendRaw(toGateway, whoami)
  report.check(
    'HAProxy, gateway: a probe is known by its certificate, others are not',
    isStatus(known, 200) && isStatus(unknown, 403),
  )

  const direct = await sendRaw({ ...toApi, port: api.port, from: '127.0.0.1' }, asStranger())
  report.check('a connection from the network of the proxy without a header is closed', direct === '')
  await sendRaw({ ...toApi, port: api.port, from: '127.0.0.9' }, asStranger())
  const other = api.accesses.at(-1)?.address
  report.check('a connection from elsewhere counts by its own address', other === '127.0.0.9', other)

  const flood = Array.from({ length: FLOOD }, () => openSocket(apiPort, FLOODER))
  for (const socket of flood) socket.once('connect', () => socket.write('\x16'))
  const refused = async () => Number(/reason="handshakes"\} (\d+)/.exec(await api.connectionText())?.[1] ?? 0)
  await waitUntil(async () => (await refused()) >= FLOOD - LIMIT, { withinMs: 10_000 })
  const count = await refused()
  report.check(
    'unfinished handshakes are limited for a client of the proxy',
    count === FLOOD - LIMIT,
    `${count} closed`,
  )
  const meantime = await sendRaw(toApi, asStranger())
  report.check('other clients of the proxy are served at the same time', isStatus(meantime, 401))
  for (const socket of flood) socket.destroy()

  const faults = Number(/reason="proxy-header"\} (\d+)/.exec(await api.connectionText())?.[1] ?? 0)
  report.check('health checks of HAProxy are not refused', faults === 1, `${faults} refused, one of them our own`)
}

function isStatus(answer: string, status: number): boolean {
  return answer.startsWith(`HTTP/1.1 ${status} `)
}
