import { connect, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { readReply, streamRequest, type StreamIdentity } from './handshake.ts'
import { type Interfaces, sourceAddress } from './source-address.ts'
import { StreamTrouble, troubleOf } from './trouble.ts'

export interface StreamTarget {
  ip: string
  port: number
  /** The network interface; the kernel's choice by default. */
  iface?: string | undefined
}

export interface StreamOptions {
  /** Checks that the target is allowed; called before each connection. */
  resolve(host: string, port: number): Promise<readonly string[] | { refused: string }>
  signal: AbortSignal
  interfaces?: () => Interfaces
  /** Called after each step. */
  onStep?(step: 'interface' | 'connect', detail: string): void
  connectMs?: number
  replyMs?: number
  stalledMs?: number
}

/** A connection to a parent that has accepted us. */
export interface StreamConnection {
  /** The source IP address. */
  source: string
  /** False while the parent has not read earlier data: then the text is dropped. */
  write(text: string): boolean
  /** Aborts when the connection breaks; its reason is a `StreamTrouble`. */
  broken: AbortSignal
  end(): void
}

const CONNECT_MS = 5_000
const REPLY_MS = 10_000
/** A parent that reads nothing for this long counts as gone. */
const STALLED_MS = 30_000
const MOST_WAITING_BYTES = 1024 ** 2
const KEEP_ALIVE_AFTER_MS = 10_000

/** Connects to a parent and waits for its acceptance; throws a `StreamTrouble` with the reason. */
export async function connectStream(
  target: StreamTarget,
  identity: StreamIdentity,
  options: StreamOptions,
): Promise<StreamConnection> {
  const { resolve, signal, interfaces = networkInterfaces, onStep, stalledMs = STALLED_MS } = options
  const [address] = await allowed(target, resolve)
  const from = target.iface === undefined ? undefined : sourceAddress(interfaces(), target.iface, address)
  if (from !== undefined) onStep?.('interface', `${target.iface}, ${from}`)
  const socket = connect({ host: address, port: target.port, ...(from !== undefined && { localAddress: from }) })
  try {
    await settled(socket, options.connectMs ?? CONNECT_MS, 'unreachable', signal, (done) =>
      socket.once('connect', done),
    )
    socket.setKeepAlive(true, KEEP_ALIVE_AFTER_MS)
    onStep?.('connect', `${address} port ${target.port}, from ${socket.localAddress ?? ''}`)
    socket.write(streamRequest(identity))
    await settled(socket, options.replyMs ?? REPLY_MS, 'silent', signal, (done, fail) => {
      let text = ''
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString('latin1')
        const reply = readReply(text)
        if (reply === 'accepted') done()
        else if (reply) fail(reply)
      })
    })
  } catch (error) {
    socket.on('error', () => undefined)
    socket.destroy()
    throw troubleOf(error)
  }
  return opened(socket, stalledMs)
}

async function allowed({ ip, port }: StreamTarget, resolve: StreamOptions['resolve']): Promise<[string, ...string[]]> {
  const found = await resolve(ip, port)
  if ('refused' in found) throw new StreamTrouble('target', found.refused)
  const [first, ...rest] = found
  if (first === undefined) throw new StreamTrouble('target', 'The target has no address.')
  return [first, ...rest]
}

type Await = (done: () => void, fail: (error: unknown) => void) => void

/** Waits for one event of a socket, or for any that prevents it. */
function settled(
  socket: Socket,
  withinMs: number,
  late: 'unreachable' | 'silent',
  signal: AbortSignal,
  wait: Await,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = (error?: unknown) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      socket.removeAllListeners('data').off('error', finish).off('close', onClose)
      if (error === undefined) resolve()
      else reject(error)
    }
    const onAbort = () => finish(new StreamTrouble('cut', 'The attempt was given up.'))
    const onClose = () => finish(new StreamTrouble(late === 'silent' ? 'not_netdata' : 'cut'))
    const timer = setTimeout(() => finish(new StreamTrouble(late)), withinMs)
    socket.once('error', finish).once('close', onClose)
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
    else wait(() => finish(), finish)
  })
}

function opened(socket: Socket, stalledMs: number): StreamConnection {
  const broken = new AbortController()
  const give = (trouble: StreamTrouble) => {
    broken.abort(trouble)
    socket.destroy()
  }
  socket.on('error', (error) => give(troubleOf(error)))
  socket.on('close', () => give(new StreamTrouble('cut')))
  socket.on('end', () => give(new StreamTrouble('cut')))
  // A parent sends nothing we need, but unread bytes would hide its end.
  socket.resume()
  let waitingSince: number | undefined
  socket.on('drain', () => {
    waitingSince = undefined
  })
  return {
    source: socket.localAddress ?? '',
    broken: broken.signal,
    write(text) {
      if (socket.destroyed) return false
      if (waitingSince !== undefined && performance.now() - waitingSince > stalledMs) {
        give(new StreamTrouble('silent', 'The parent takes nothing any more.'))
        return false
      }
      if (socket.writableLength > MOST_WAITING_BYTES) return false
      if (!socket.write(text)) waitingSince ??= performance.now()
      return true
    },
    end() {
      socket.end()
      socket.destroySoon()
    },
  }
}
