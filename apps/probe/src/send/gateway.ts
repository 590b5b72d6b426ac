import type { Batch } from '../spool/batch.ts'
import { endOf } from '../spool/batch.ts'
import type { AbandonedRange } from '../spool/spool-paths.ts'
import { announcedIn, fileAnswerIn, type FileGateway } from './file-answers.ts'
import { createHttpsClient, type HttpsAnswer, type HttpsClient, type Identity } from './https-client.ts'
import { lostTo, parse, type Trouble, troubleOf } from './trouble.ts'

/**
 * The gateway's state of a stream: the sequence after the highest one that it accepted, and the digest of that line.
 */
export interface StreamState {
  next: number
  digest: string | null
}

/** A certificate as issued. */
export interface Issued {
  certificate: string
  authority: string
}

export interface GatewayOptions {
  url: string
  connections: number
  timeoutMs?: number
}

/** The appliance's verdict on the certificate that was used. */
export type Verdict = 'accepted' | 'refused'

const TIMEOUT_MS = 60_000

/** Problems of a valid certificate that the appliance does not accept. */
const unwanted = new Set(['certificate-unknown', 'certificate-superseded', 'probe-unpaired'])

/**
 * The API of the gateway for an enrolled probe. Errors are returned as values. `heard` gets the verdict on each
 * identity.
 */
export function createGateway(
  { url, connections, timeoutMs = TIMEOUT_MS }: GatewayOptions,
  identity: Identity,
  heard: (identity: Identity, verdict: Verdict) => void = () => undefined,
) {
  const connect = (own: Identity) => createHttpsClient({ url, connections, timeoutMs }, own)
  let shown = identity
  let client: HttpsClient = connect(identity)

  async function ask<T>(call: Parameters<HttpsClient['call']>[0], read: (answer: HttpsAnswer) => T | undefined) {
    const own = shown
    try {
      const answer = await client.call(call)
      const verdict = verdictOf(answer)
      if (verdict) heard(own, verdict)
      return read(answer) ?? troubleOf(answer)
    } catch (error) {
      return lostTo(error)
    }
  }

  function post(path: string, value: unknown): Parameters<HttpsClient['call']>[0] {
    return { method: 'POST', path, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) }
  }
  const files: FileGateway = {
    announce: (files) =>
      ask(post('/v1/files', { files: files.map(({ sha256, size }) => ({ sha256, size })) }), announcedIn),
    sendPiece: (sha256, index, body) =>
      ask(
        {
          method: 'PUT',
          path: `/v1/files/${sha256}/${index}`,
          headers: { 'content-type': 'application/octet-stream' },
          body,
        },
        fileAnswerIn,
      ),
  }
  const done = ({ status }: HttpsAnswer) => (status === 204 || status === 200 ? ('done' as const) : undefined)

  return {
    /** Acknowledged means stored: only then may the batch be deleted. */
    send: (batch: Batch, body: Buffer): Promise<'acknowledged' | Trouble> =>
      ask(
        {
          method: 'POST',
          path: '/v1/events',
          headers: {
            'content-type': 'application/x-ndjson',
            'content-encoding': 'zstd',
            'watchpost-stream': batch.stream,
            'watchpost-first-sequence': String(batch.first),
          },
          body,
        },
        (answer) => acknowledgement(batch, answer),
      ),
    stateOf: (stream: string): Promise<StreamState | Trouble> =>
      ask({ method: 'GET', path: `/v1/streams/${stream}` }, streamState),
    abandon: (stream: string, ranges: ReadonlyArray<Omit<AbandonedRange, 'stream'>>): Promise<'done' | Trouble> =>
      ask(post(`/v1/streams/${stream}/abandoned`, { ranges }), done),
    report: (health: unknown): Promise<'done' | Trouble> => ask(post('/v1/health', health), done),
    ...files,
    renew: (csr: string): Promise<Issued | Trouble> => ask(post('/v1/renew', { csr }), issued),
    /** Uses another certificate from now on; requests in flight end with the one that they started with. */
    use(own: Identity): void {
      client.close()
      shown = own
      client = connect(own)
    },
    close: () => client.close(),
  }
}
export type Gateway = ReturnType<typeof createGateway>

function verdictOf(answer: HttpsAnswer): Verdict | undefined {
  if (answer.status >= 200 && answer.status < 300) return 'accepted'
  if (answer.status !== 403) return undefined
  const trouble = troubleOf(answer)
  return trouble.kind === 'refused' && unwanted.has(trouble.code) ? 'refused' : undefined
}

function acknowledgement(batch: Batch, { status, text }: HttpsAnswer): 'acknowledged' | Trouble | undefined {
  if (status !== 200) return undefined
  const { stream, next_sequence } = parse(text)
  if (stream === batch.stream && next_sequence === endOf(batch)) return 'acknowledged'
  return { kind: 'lost', reason: `the gateway acknowledged something else than was sent: ${text.slice(0, 200)}` }
}

function streamState({ status, text }: HttpsAnswer): StreamState | undefined {
  const { next_sequence: next, digest } = parse(text)
  if (status !== 200 || typeof next !== 'number') return undefined
  return { next, digest: typeof digest === 'string' ? digest : null }
}

/** Parses a certificate from an answer. */
export function issued({ status, text }: HttpsAnswer): Issued | undefined {
  const { certificate, authority } = parse(text)
  if (status !== 201 || typeof certificate !== 'string' || typeof authority !== 'string') return undefined
  return { certificate, authority }
}
