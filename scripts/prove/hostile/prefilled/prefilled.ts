import { type ProofStack, startProofStack } from '../../harness/stack/proof-stack.ts'
import type { Report } from '../../harness/report.ts'
import { withSettings } from '../../harness/stack/with-settings.ts'
import { prefilledExceptions } from './exceptions.ts'
import { prefilledOrder } from './order.ts'
import { type Description, prefilledRequests } from './prefilled-requests.ts'
import { createReader, type Reader } from './reader.ts'

/** The examples use the first id of everything, so this needs its own stack without probes. */
export async function provePrefilled({ dir, report }: { dir: string; report: Report }): Promise<void> {
  await withSettings({ STACK_PROBES: '0' }, async () => {
    await using proof = await startProofStack({ dir })
    await executeAll(proof, report)
  })
}

/** Executes the prefilled requests of the interactive documentation, one by one in a fixed order. */
async function executeAll(proof: ProofStack, report: Report): Promise<void> {
  const reader = await createReader(proof)
  const description = (await reader.send('GET', '/docs/openapi.json')).json as unknown as Description
  const requests = new Map(prefilledRequests(description).map((each) => [each.operationId, each]))
  const named = prefilledOrder.filter((step) => typeof step === 'string')
  const left = [...requests.keys()].filter((name) => !named.includes(name))
  report.check('the order names every operation', left.length === 0 && named.length === requests.size, left.join())

  const wrong: string[] = []
  for (const step of prefilledOrder) {
    if (typeof step !== 'string') {
      await step(reader)
      continue
    }
    const request = requests.get(step)
    if (!request) throw new Error(`there is no operation ${step}`)
    const answer = await reader.send(request.method, request.path, request.body, request.headers)
    if (!isExpected(step, answer)) wrong.push(`${step} ${request.path}: ${answer.status} ${answer.text.slice(0, 300)}`)
  }
  report.figure('prefilled requests', named.length)
  report.figure('prefilled requests that cannot succeed', Object.keys(prefilledExceptions).length)
  report.check('every prefilled request is answered 2xx, or as the table says', wrong.length === 0, wrong.join('; '))
  reader.close()
}

function isExpected(operationId: string, { status, code }: Awaited<ReturnType<Reader['send']>>): boolean {
  const exception = prefilledExceptions[operationId]
  return exception ? status === exception.status && code === exception.code : status >= 200 && status < 300
}
