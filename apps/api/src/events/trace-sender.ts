import type { SearchReceiver } from '@watchpost/engine'
import type { Tracer } from '@watchpost/runtime'
import type { SearchSender } from './engine-search.ts'

/** The root step of a request's trace within the API. */
export const REQUEST_STEP = 'api.request'

/** Traces the engine's work for sampled requests; passes all others through. */
export function traceSender(sender: SearchSender, tracer: Tracer): SearchSender {
  return {
    post(path, body, opaqueId, receiver) {
      if (!tracer.isRequestTraced(opaqueId)) return sender.post(path, body, opaqueId, receiver)
      const startedAt = Date.now()
      let status = 0
      let bytes = 0
      const end = (isFailed: boolean) =>
        tracer.request({
          requestId: opaqueId,
          step: 'engine.search',
          after: REQUEST_STEP,
          startedAt,
          endedAt: Date.now(),
          attributes: { 'http.response.status_code': status, 'watchpost.answer_bytes': bytes },
          isFailed,
        })
      const traced: SearchReceiver = {
        onHead(code, contentBytes) {
          status = code
          receiver.onHead(code, contentBytes)
        },
        onData(chunk) {
          bytes += chunk.length
          receiver.onData(chunk)
        },
        onEnd() {
          end(status >= 400)
          receiver.onEnd()
        },
        onFailure(failure, cause) {
          end(true)
          receiver.onFailure(failure, cause)
        },
      }
      return sender.post(path, body, opaqueId, traced)
    },
  }
}
