import type { SearchReceiver } from '@watchpost/engine'
import type { Tracer } from '@watchpost/runtime'
import type { SearchSender } from './engine-search.ts'

/** The step of a request's trace that everything within the API comes after. */
export const REQUEST_STEP = 'api.request'

/** Follows what the engine does for requests that are traced; of the others it sees nothing but the way through. */
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
