import type { IncomingHttpHeaders } from 'node:http'
import { errorCode } from '@watchpost/runtime'
import type { Dispatcher } from 'undici'
import type { EngineNode, NodeCall } from './engine-node.ts'

/** Why there is no response: no node is available; the engine took too long; the connection broke. */
export type SearchFailure = 'away' | 'slow' | 'broken'

/** Receives a response. Nothing follows `onEnd` or `onFailure`. */
export interface SearchReceiver {
  onHead(status: number, contentBytes: number | undefined): void
  onData(chunk: Buffer): void
  onEnd(): void
  onFailure(failure: SearchFailure, cause: Error): void
}

interface Request {
  path: string
  body: string
  opaqueId: string
}

/** A search changes nothing, so it may be sent again: once, as long as no byte of the response has arrived. */
const attempts = 2

/**
 * One search and its response. A class, because there is one for every search and it owns a connection while it lasts:
 * `abort` closes that connection, and the engine then cancels the search.
 */
export class SearchExchange {
  readonly #request: Request
  readonly #receiver: SearchReceiver
  readonly #next: () => EngineNode | undefined
  #attempt: Attempt | undefined
  #attempts = 0
  #hasAnswer = false
  #isOver = false

  constructor(request: Request, receiver: SearchReceiver, next: () => EngineNode | undefined) {
    this.#request = request
    this.#receiver = receiver
    this.#next = next
  }

  begin(): void {
    const node = this.#next()
    if (!node) {
      // Deferred, because the caller must have the exchange before it fails.
      queueMicrotask(() => this.#fail('away', new Error('no node of the engine is available')))
      return
    }
    this.#attempts++
    const { path, body, opaqueId } = this.#request
    this.#attempt = new Attempt(node, this)
    node.post(path, body, opaqueId, this.#attempt)
  }

  pause(): void {
    this.#attempt?.pause()
  }

  resume(): void {
    this.#attempt?.resume()
  }

  /** Cancels the search. The receiver gets no further calls. */
  abort(): void {
    this.#isOver = true
    this.#attempt?.abort()
  }

  onHead(status: number, contentBytes: number | undefined): void {
    this.#hasAnswer = true
    if (!this.#isOver) this.#receiver.onHead(status, contentBytes)
  }

  onData(chunk: Buffer): void {
    if (!this.#isOver) this.#receiver.onData(chunk)
  }

  onEnd(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#receiver.onEnd()
  }

  onLost(failure: SearchFailure, cause: Error): void {
    if (this.#isOver) return
    const mayAskAgain = !this.#hasAnswer && failure !== 'slow' && this.#attempts < attempts
    if (mayAskAgain) this.begin()
    else this.#fail(failure, cause)
  }

  #fail(failure: SearchFailure, cause: Error): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#receiver.onFailure(failure, cause)
  }
}

/** One attempt at one node. Events after its end are ignored. */
class Attempt implements NodeCall {
  readonly #node: EngineNode
  readonly #exchange: SearchExchange
  #controller: Dispatcher.DispatchController | undefined
  #isOver = false

  constructor(node: EngineNode, exchange: SearchExchange) {
    this.#node = node
    this.#exchange = exchange
  }

  pause(): void {
    this.#controller?.pause()
  }

  resume(): void {
    this.#controller?.resume()
  }

  abort(): void {
    if (this.#leave()) this.#controller?.abort(new Error('the caller has disconnected'))
  }

  onFrozen(): void {
    if (!this.#leave()) return
    const cause = new Error('the engine node does not respond')
    this.#controller?.abort(cause)
    this.#exchange.onLost('away', cause)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#isOver) controller.abort(new Error('the caller has disconnected'))
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    this.#node.sawLife()
    const length = headers['content-length']
    if (!this.#isOver) this.#exchange.onHead(status, length === undefined ? undefined : Number(length))
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#node.sawLife()
    if (!this.#isOver) this.#exchange.onData(chunk)
  }

  onResponseEnd(): void {
    if (this.#leave()) this.#exchange.onEnd()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (!this.#leave()) return
    const failure = failureOf(error)
    if (failure === 'away') this.#node.sawNoWay(errorCode(error) ?? error.message)
    else if (failure === 'broken') this.#node.sawBreak()
    this.#exchange.onLost(failure, error)
  }

  #leave(): boolean {
    if (this.#isOver) return false
    this.#isOver = true
    this.#node.leave(this)
    return true
  }
}

/** The node is unreachable or not trusted. All other errors concern one connection only. */
const noWay = new Set([
  'ECONNREFUSED',
  'ENOENT',
  'EACCES',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])

function failureOf(error: Error): SearchFailure {
  const code = errorCode(error) ?? ''
  if (code === 'UND_ERR_HEADERS_TIMEOUT') return 'slow'
  return noWay.has(code) ? 'away' : 'broken'
}
