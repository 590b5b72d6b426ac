import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'

/** A response that has not been sent yet. */
export function anAnswer() {
  const emitter = new EventEmitter()
  const answer = {
    isDestroyed: false,
    once(event: string, listener: () => void) {
      emitter.once(event, listener)
      return answer
    },
    destroy() {
      answer.isDestroyed = true
      emitter.emit('close')
      return answer
    },
    close: () => emitter.emit('close'),
  }
  return answer as typeof answer & Pick<ServerResponse, 'once' | 'destroy'>
}
