import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type OnStep, openSocket, type Resolve, type SyslogTarget } from './open-socket.ts'
import { SyslogTrouble, troubleOf } from './trouble.ts'

/** An open connection to a receiver. */
export interface SyslogConnection {
  /**
   * Resolves once the kernel has accepted the bytes, which says nothing about the receiver; rejects when the connection
   * breaks.
   */
  write(bytes: Buffer): Promise<void>
  /** Bytes that the kernel has not accepted yet. */
  pendingBytes(): number
  /** Called once when the connection breaks; immediately if it already has. */
  onBreak(told: (trouble: SyslogTrouble) => void): void
  isOpen(): boolean
  /**
   * Ends the connection gracefully. True if the receiver closed its side too: it sees our end only after the last byte,
   * so it has read everything.
   */
  end(): Promise<boolean>
  destroy(): void
}

export interface ConnectionOptions {
  signal: AbortSignal
  onStep?: OnStep
  /** A receiver that reads nothing for this long counts as gone. */
  stalledMs?: number
}

/**
 * With TLS 1.3 the handshake completes before the receiver has checked our certificate: a rejection arrives shortly
 * after.
 */
const JUDGED_MS = 250
const END_MS = 5_000
const STALLED_MS = 90_000

/** Connects, and waits a moment in case the receiver rejects us. */
export async function connectSyslog(
  target: SyslogTarget,
  resolve: Resolve,
  { signal, onStep, stalledMs = STALLED_MS }: ConnectionOptions,
): Promise<SyslogConnection> {
  const socket = await openSocket(target, resolve, signal, onStep)
  const connection = wrap(socket, stalledMs)
  if (target.tls) {
    const broken = new Promise<SyslogTrouble>((told) => connection.onBreak(told))
    const trouble = await Promise.race([broken, sleep(JUDGED_MS)])
    if (trouble) throw refused(trouble)
  }
  return connection
}

/** A receiver that disconnects right after the handshake has most likely rejected our certificate. */
function refused(trouble: SyslogTrouble): SyslogTrouble {
  if (trouble.place === 'tls') return trouble
  const words = 'It did so right after the TLS handshake: it probably refuses the certificate of this export.'
  return new SyslogTrouble('tls', `${trouble.message} ${words}`, { cause: trouble })
}

function wrap(socket: Socket, stalledMs: number): SyslogConnection {
  let trouble: SyslogTrouble | undefined
  let isEnding = false
  let hasPeerEnded = false
  const listeners: ((trouble: SyslogTrouble) => void)[] = []
  let waiting: { reject(error: Error): void } | undefined
  let stall: NodeJS.Timeout | undefined

  function breakOff(found: SyslogTrouble): void {
    if (trouble) return
    trouble = found
    clearTimeout(stall)
    socket.destroy()
    waiting?.reject(found)
    for (const told of listeners) told(found)
  }

  socket.on('error', (error) => breakOff(troubleOf('open', error)))
  socket.on('end', () => {
    hasPeerEnded = true
    if (!isEnding) breakOff(new SyslogTrouble('open', closedWords))
  })
  socket.on('close', () => {
    if (!isEnding) breakOff(new SyslogTrouble('open', closedWords))
  })
  // Receivers send nothing useful: discard the data, so that it does not fill the buffers.
  socket.resume()

  return {
    write(bytes) {
      if (trouble) return Promise.reject(trouble)
      return new Promise((resolve, reject) => {
        waiting = { reject }
        stall = setTimeout(() => breakOff(new SyslogTrouble('write', stalledWords)), stalledMs)
        socket.write(bytes, (error) => {
          clearTimeout(stall)
          waiting = undefined
          if (error) {
            breakOff(troubleOf('write', error))
            reject(trouble ?? error)
          } else resolve()
        })
      })
    },
    pendingBytes: () => socket.writableLength,
    onBreak(told) {
      if (trouble) told(trouble)
      else listeners.push(told)
    },
    isOpen: () => trouble === undefined && !isEnding,
    async end() {
      if (trouble) return false
      isEnding = true
      const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
      socket.end()
      await Promise.race([closed, sleep(END_MS)])
      const isClean = hasPeerEnded && trouble === undefined
      socket.destroy()
      return isClean
    },
    destroy() {
      isEnding = true
      clearTimeout(stall)
      socket.destroy()
      waiting?.reject(new SyslogTrouble('write', 'The connection was given up.'))
    },
  }
}

const closedWords = 'The receiver closed the connection.'
const stalledWords = 'The receiver took nothing for a long time: it hangs, or is gone without a word.'
