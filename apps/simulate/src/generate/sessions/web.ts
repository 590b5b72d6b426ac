import { harmlessFile, threatFile, type TransferredFile } from '../files.ts'
import { closeFlow, type Flow, header, openFlow } from '../flow.ts'
import { domain, urlPath, userAgent } from '../names.ts'
import type { Session, Stage } from '../stage.ts'
import type { WireEvent } from '../wire-event.ts'
import { fileEvent } from './file-event.ts'
import { resolve } from './naming.ts'
import { chromeJa3, ja3s } from './tls-prints.ts'

/** One exchange over HTTP, as the `http` part of an event. */
export interface HttpExchange {
  hostname: string
  url: string
  http_user_agent: string
  http_content_type: string
  http_refer?: string
  http_method: string
  protocol: string
  status: number
  length: number
}

const TYPES = [
  'text/html',
  'application/json',
  'image/png',
  'application/javascript',
  'text/css',
  'font/woff2',
] as const

/** Generates one exchange with `hostname`. */
export function httpExchange({ random }: Stage, hostname: string, file?: TransferredFile): HttpExchange {
  const status = file || random.chance(0.88) ? 200 : random.pick([204, 301, 302, 304, 403, 404, 500, 503])
  return {
    hostname,
    url: file ? `/files/${file.name}` : urlPath(random),
    http_user_agent: userAgent(random),
    http_content_type: file?.mime ?? random.pick(TYPES),
    ...(random.chance(0.5) ? { http_refer: `http://${hostname}/` } : {}),
    http_method: file || random.chance(0.85) ? 'GET' : random.pick(['POST', 'HEAD', 'PUT']),
    protocol: 'HTTP/1.1',
    status,
    length: file?.size ?? random.int(60_000),
  }
}

function httpEvent(stage: Stage, flow: Flow, exchange: HttpExchange, txId: number): WireEvent {
  const { random } = stage
  return {
    ...header(stage, flow, 'http', 20 + txId * 90),
    tx_id: txId,
    http: {
      ...exchange,
      request_headers: [
        { name: 'Host', value: exchange.hostname },
        { name: 'User-Agent', value: exchange.http_user_agent },
        { name: 'Accept', value: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' },
        { name: 'Accept-Encoding', value: 'gzip, deflate' },
        { name: 'Accept-Language', value: 'en-GB,en;q=0.7' },
        { name: 'Cookie', value: `session=${random.hex(32)}; consent=1; theme=light` },
        { name: 'Connection', value: 'keep-alive' },
      ],
      response_headers: [
        { name: 'Date', value: new Date(flow.start).toUTCString() },
        { name: 'Server', value: 'nginx' },
        { name: 'Content-Type', value: exchange.http_content_type },
        { name: 'Content-Length', value: String(exchange.length) },
        { name: 'ETag', value: `"${random.hex(16)}"` },
        { name: 'Cache-Control', value: 'public, max-age=3600' },
        { name: 'Strict-Transport-Security', value: 'max-age=31536000; includeSubDomains' },
        { name: 'Content-Security-Policy', value: "default-src 'self'; img-src * data:; frame-ancestors 'none'" },
        { name: 'X-Request-Id', value: random.hex(32) },
        { name: 'Connection', value: 'keep-alive' },
      ],
    },
  }
}

/** A page over plain HTTP: DNS lookup, exchanges, files, flow. */
export const httpSession: Session = (stage) => {
  const { random, site } = stage
  const ipv6 = site.isIpv6()
  const hostname = domain(random)
  const dest = site.external(ipv6)
  const src = site.client(ipv6)
  if (random.chance(0.5)) resolve(stage, src, hostname, dest)

  const flow = openFlow(stage, { src, dest, destPort: random.chance(0.9) ? 80 : 8080, app: 'http' })
  const exchanges = 1 + random.zipf(8)
  let bytes = 0
  for (let txId = 0; txId < exchanges; txId++) {
    const file = random.chance(0.3) ? harmlessFile(random) : undefined
    const exchange = httpExchange(stage, hostname, file)
    bytes += exchange.length
    stage.emit('http', 1 + txId, () => httpEvent(stage, flow, exchange, txId))
    if (file) fileEvent(stage, { file, flow, context: { http: exchange }, offsetMs: 60 + txId * 90, storeShare: 0.25 })
  }
  closeFlow(stage, flow, bytes, 300 + random.int(60_000), 4 + random.int(12))
}

/** A download that the probe stores and in which the analysers find a threat. */
export const threatDownload: Session = (stage) => {
  const { random, site } = stage
  const hostname = domain(random)
  const flow = openFlow(stage, { src: site.client(), dest: site.stranger(), destPort: 80, app: 'http' })
  const file = threatFile(random)
  const exchange = httpExchange(stage, hostname, file)
  stage.emit('http', 0, () => httpEvent(stage, flow, exchange, 0))
  fileEvent(stage, { file, flow, context: { http: exchange }, offsetMs: 60, storeShare: 1 })
  closeFlow(stage, flow, file.size, 400 + random.int(20_000), 4 + random.int(12))
}

/** A page over TLS. */
export const tlsSession: Session = (stage) => {
  const { random, site } = stage
  const ipv6 = site.isIpv6()
  const sni = domain(random)
  const dest = site.external(ipv6)
  const src = site.client(ipv6)
  if (random.chance(0.5)) resolve(stage, src, sni, dest)
  const flow = openFlow(stage, { src, dest, destPort: random.chance(0.93) ? 443 : 8443, app: 'tls' })
  stage.emit('tls', 1, () => ({ ...header(stage, flow, 'tls', 45), tls: tlsPart(stage, sni) }))
  closeFlow(stage, flow, random.int(400_000), 500 + random.int(90_000), 3 + random.int(14))
}

/** The `tls` part of an event: TLS 1.3 hides the certificate, TLS 1.2 shows it. */
export function tlsPart({ random, now }: Stage, sni: string): Record<string, unknown> {
  const prints = {
    ja3: chromeJa3(random),
    ja3s: ja3s(random),
    ja4: `t13d15${random.between(10, 17)}h2_8daaf6152771_${random.hex(12)}`,
  }
  if (random.chance(0.6)) return { sni, version: 'TLS 1.3', ...prints }
  const day = new Date(now - random.int(80) * 86_400_000)
  return {
    subject: `C=XX, ST=Synthetic State, L=Testville, O=${sni.split('.')[1]} Ltd, CN=${sni}`,
    issuerdn: `C=XX, O=Synthetic Trust Services, CN=Synthetic Issuing CA ${random.between(1, 6)}`,
    serial: serial(random.hex(16).toUpperCase()),
    fingerprint: serial(random.hex(40)),
    sni,
    version: 'TLS 1.2',
    notbefore: `${day.toISOString().slice(0, 10)}T00:00:00`,
    notafter: `${new Date(day.getTime() + 90 * 86_400_000).toISOString().slice(0, 10)}T23:59:59`,
    session_resumed: random.chance(0.3),
    ...prints,
  }
}

const serial = (digits: string) => digits.replace(/..(?!$)/g, '$&:')

/** HTTP/3: the first packets of QUIC. */
export const quicSession: Session = (stage) => {
  const { random, site } = stage
  const ipv6 = site.isIpv6()
  const sni = domain(random)
  const dest = site.external(ipv6)
  const src = site.client(ipv6)
  if (random.chance(0.3)) resolve(stage, src, sni, dest)
  const flow = openFlow(stage, { src, dest, destPort: 443, proto: 'UDP', app: 'quic' })
  stage.emit('quic', 1, () => ({
    ...header(stage, flow, 'quic', 12),
    quic: {
      version: '1',
      sni,
      ua: 'Chrome/139.0.7258.67 Windows NT 10.0; Win64; x64',
      ja3: chromeJa3(random),
      ja4: `q13d03${random.between(10, 14)}h3_55b375c5d22e_${random.hex(12)}`,
    },
  }))
  closeFlow(stage, flow, random.int(900_000), 2_000 + random.int(80_000), 3 + random.int(14))
}

/** HTTP/2 in clear text or decrypted by a proxy: Suricata writes it as `http` of version 2. */
export const http2Session: Session = (stage) => {
  const { random, site } = stage
  const hostname = domain(random)
  const flow = openFlow(stage, { src: site.client(), dest: site.external(), destPort: 8443, app: 'http2' })
  const exchange = httpExchange(stage, hostname)
  const streamId = 1 + 2 * random.int(40)
  stage.emit('http2', 0, () => ({
    ...header(stage, flow, 'http', 30),
    tx_id: streamId,
    http: {
      url: exchange.url,
      http_method: exchange.http_method,
      http_user_agent: exchange.http_user_agent,
      status: exchange.status,
      length: exchange.length,
      version: '2',
      request_headers: [
        { name: ':method', value: exchange.http_method },
        { name: ':path', value: exchange.url },
        { name: ':scheme', value: 'https' },
        { name: ':authority', value: hostname },
      ],
      response_headers: [
        { name: ':status', value: String(exchange.status) },
        { name: 'server', value: 'nginx' },
      ],
      http2: { stream_id: streamId, request: { priority: 15 }, response: {} },
    },
  }))
  closeFlow(stage, flow, exchange.length, 200 + random.int(30_000), 3 + random.int(8))
}
