import { Readable } from 'node:stream'
import { AppError } from '@watchpost/contract'
import type { SearchFailure, SearchReceiver } from '@watchpost/engine'
import type { HitNames } from '@watchpost/query-guard'
import { toEngineProblem } from '../engine-problem.ts'
import { type Answer, maxAnswerBytes, wholeAnswerBytes } from './answer.ts'
import { HitTyper } from './hit-typer.ts'

/** Flow control of an exchange with the engine. */
export interface ExchangeHold {
  pause(): void
  resume(): void
  abort(): void
}

/** Receives the events of an answer. */
export interface AnswerListener {
  /** Called when the answer begins, with its size if known. Throws if there is no capacity for it. */
  onHead(contentBytes: number | undefined): 'whole' | 'stream'
  resolve(answer: Answer): void
  reject(error: Error): void
  /** Called when an answer fails after its first bytes were sent. */
  onCut(reason: 'too-large' | 'engine'): void
}

/** Enough for `{"took":` with a number and `,"timed_out":` with its value. */
const headBytes = 64
const maxProblemBytes = 64 * 1024

/**
 * Receives an answer of the engine. A class for speed: one is created for every search. Answers that are small, or
 * shared by several callers, are buffered; others are streamed at the pace of the reader.
 */
export class AnswerReader implements SearchReceiver {
  readonly #listener: AnswerListener
  readonly #typer: HitTyper | undefined
  #exchange: ExchangeHold | undefined
  #status = 0
  #contentBytes: number | undefined
  #mode: 'whole' | 'stream' = 'whole'
  #chunks: Buffer[] = []
  #bytes = 0
  #stream: Readable | undefined

  /** If the answer can contain hits, adds the type to each and renames their fields as the caller asked. */
  constructor(listener: AnswerListener, hasHits: boolean, hitNames?: HitNames) {
    this.#listener = listener
    this.#typer = hasHits ? new HitTyper(hitNames) : undefined
  }

  /** Must be called before data can arrive. */
  hold(exchange: ExchangeHold): void {
    this.#exchange = exchange
  }

  onHead(status: number, contentBytes: number | undefined): void {
    this.#status = status
    this.#contentBytes = contentBytes
    if (status !== 200) return
    if (contentBytes !== undefined && contentBytes > maxAnswerBytes) return this.#giveUp(tooLarge())
    try {
      this.#mode = this.#listener.onHead(contentBytes)
    } catch (error) {
      this.#giveUp(error as Error)
    }
  }

  onData(chunk: Buffer): void {
    if (this.#status !== 200) {
      if (this.#bytes < maxProblemBytes) this.#chunks.push(chunk)
      this.#bytes += chunk.length
      return
    }
    this.#bytes += chunk.length
    if (this.#bytes > maxAnswerBytes) return this.#overflow()
    if (this.#stream) return this.#pass(chunk)
    this.#chunks.push(chunk)
    if (this.#mode === 'stream' && this.#bytes >= headBytes) this.#begin()
  }

  onEnd(): void {
    try {
      this.#end()
    } catch (error) {
      this.#giveUp(error as Error)
    }
  }

  onFailure(failure: SearchFailure, cause: Error): void {
    if (this.#stream) {
      this.#listener.onCut('engine')
      this.#stream.destroy(cause)
      return
    }
    this.#listener.reject(
      failure === 'slow'
        ? new AppError('engine-timeout', undefined, { cause })
        : new AppError('engine-unavailable', undefined, { cause, retryAfterSeconds: 5 }),
    )
  }

  #end(): void {
    if (this.#status !== 200) throw toEngineProblem(this.#status, this.#collected().toString())
    if (this.#stream) {
      this.#typer?.end()
      this.#stream.push(null)
      return
    }
    const bytes = this.#collected()
    if (isCutShort(bytes)) throw new AppError('engine-timeout')
    const typed = this.#typer?.push(bytes) ?? bytes
    this.#typer?.end()
    this.#listener.resolve({ kind: 'whole', bytes: typed })
  }

  #begin(): void {
    const head = this.#collected()
    this.#chunks = []
    if (isCutShort(head)) return this.#giveUp(new AppError('engine-timeout'))
    this.#stream = new Readable({
      highWaterMark: wholeAnswerBytes,
      read: () => this.#exchange?.resume(),
      destroy: (error, done) => {
        this.#exchange?.abort()
        done(error)
      },
    })
    this.#pass(head)
    const contentBytes = this.#typer ? undefined : this.#contentBytes
    this.#listener.resolve({ kind: 'stream', stream: this.#stream, contentBytes })
  }

  #pass(chunk: Buffer): void {
    if (!this.#stream?.push(this.#typer?.push(chunk) ?? chunk)) this.#exchange?.pause()
  }

  #overflow(): void {
    if (this.#stream) this.#listener.onCut('too-large')
    this.#giveUp(tooLarge())
  }

  /** Before the first byte was sent, a failure becomes a problem; afterwards it breaks the connection. */
  #giveUp(error: Error): void {
    this.#exchange?.abort()
    if (this.#stream) this.#stream.destroy(error)
    else this.#listener.reject(error)
  }

  #collected(): Buffer {
    const [first, ...more] = this.#chunks
    return first && more.length === 0 ? first : Buffer.concat(this.#chunks)
  }
}

/** The engine writes this at the beginning of an answer that a timeout made incomplete. */
function isCutShort(answer: Buffer): boolean {
  return /^\{"took":\d+,"timed_out":true/.test(answer.toString('latin1', 0, headBytes))
}

function tooLarge(): AppError {
  return new AppError('answer-too-large')
}
