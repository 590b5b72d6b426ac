import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { type Answer, wholeAnswerBytes } from './answer.ts'

export interface PaceOptions {
  /** Grace period without a minimum pace. */
  graceMs: number
  /** Minimum pace after the grace period, on average since the beginning. */
  bytesPerSecond: number
  lookMs: number
}

/** A slower reader blocks memory of the engine that other searches need. */
const pace: PaceOptions = { graceMs: 10_000, bytesPerSecond: 512 * 1024, lookMs: 2_000 }

/** Sends an answer of the engine. Its bytes are already JSON and must not be serialised again. */
export function sendAnswer(reply: FastifyReply, answer: Answer, onTooSlow: () => void): FastifyReply {
  reply.header('content-type', 'application/json; charset=utf-8')
  if (answer.kind === 'whole' && answer.bytes.length <= wholeAnswerBytes) return reply.send(answer.bytes)
  const contentBytes = answer.kind === 'whole' ? answer.bytes.length : answer.contentBytes
  if (contentBytes !== undefined) reply.header('content-length', contentBytes)
  const stream = answer.kind === 'whole' ? inSlices(answer.bytes) : answer.stream
  if (reply.raw.socket) keepPace(stream, reply.raw.socket, pace, onTooSlow)
  return reply.send(stream)
}

/** Slices are views: nothing is copied, and the socket receives one at a time. */
function inSlices(bytes: Buffer): Readable {
  let at = 0
  return new Readable({
    highWaterMark: wholeAnswerBytes,
    read() {
      const slice = bytes.subarray(at, at + wholeAnswerBytes)
      at += slice.length
      this.push(slice.length > 0 ? slice : null)
    },
  })
}

/** Reports how much of an answer its reader has taken. */
interface Taking {
  readonly bytesWritten: number
  readonly writableLength: number
}

/** Closes the connection of a reader that is too slow. */
export function keepPace(stream: Readable, socket: Taking, options: PaceOptions, onTooSlow: () => void): void {
  const startedAt = performance.now()
  const before = socket.bytesWritten
  const timer = setInterval(() => {
    const elapsedMs = performance.now() - startedAt - options.graceMs
    const taken = socket.bytesWritten - socket.writableLength - before
    if (elapsedMs <= 0 || taken >= (elapsedMs / 1_000) * options.bytesPerSecond) return
    onTooSlow()
    stream.destroy(new Error('the reader is too slow'))
  }, options.lookMs)
  stream.once('close', () => clearInterval(timer))
}
