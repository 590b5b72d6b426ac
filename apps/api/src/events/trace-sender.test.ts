import type { SearchReceiver } from '@watchpost/engine'
import { noTracer, type RequestStep } from '@watchpost/runtime'
import { expect, test } from 'vitest'
import { traceSender } from './trace-sender.ts'

const exchange = { pause: () => undefined, resume: () => undefined, abort: () => undefined }

test('traces a sampled search to its end without changing the answer', () => {
  const steps: RequestStep[] = []
  const heard: unknown[] = []
  let receiver: SearchReceiver | undefined
  const sender = traceSender(
    {
      post(_path, _body, _id, given) {
        receiver = given
        return exchange
      },
    },
    { ...noTracer, isRequestTraced: (id) => id === 'traced', request: (step) => void steps.push(step) },
  )
  const own: SearchReceiver = {
    onHead: (status) => heard.push(status),
    onData: (chunk) => heard.push(chunk.toString()),
    onEnd: () => heard.push('end'),
    onFailure: (failure) => heard.push(failure),
  }
  expect(sender.post('/x', '{}', 'traced', own)).toBe(exchange)
  receiver?.onHead(200, 2)
  receiver?.onData(Buffer.from('{}'))
  receiver?.onEnd()
  sender.post('/x', '{}', 'traced', own)
  receiver?.onFailure('away', new Error('away'))
  sender.post('/x', '{}', 'other', own)
  expect(receiver).toBe(own)
  expect(heard).toEqual([200, '{}', 'end', 'away'])
  expect(steps).toMatchObject([
    { requestId: 'traced', step: 'engine.search', after: 'api.request', isFailed: false },
    { requestId: 'traced', step: 'engine.search', isFailed: true },
  ])
})
