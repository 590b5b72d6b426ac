import { readFileSync } from 'node:fs'
import { get } from 'node:https'
import { text } from 'node:stream/consumers'
import type { Stack } from '../../../stack/stack.ts'
import { ALL_INDEXES, checkVerdict, judge, settle } from '../../harness/judge.ts'
import { createLoad } from '../../harness/load.ts'
import type { Report } from '../../harness/report.ts'
import { connectApi } from '../../harness/stack/proof-stack.ts'

const EVENTS = 2_000

/** The running release takes events, stores and finds them, and serves its pages. */
export async function checkUse(report: Report, stack: Stack, seed: number): Promise<void> {
  const { folder, state } = stack
  const load = createLoad({ stackDir: folder.root, gateway: `https://127.0.0.1:${state.config.gatewayPort}` })
  await load.send(seed, EVENTS)
  const api = await connectApi(stack)
  await settle(api, EVENTS)
  const count = await api.count(ALL_INDEXES)
  report.check('the release counts every event', count === EVENTS, `${count} of ${EVENTS}`)
  checkVerdict(report, 'the release stores every event once', EVENTS, await judge(api, load.oracles()))
  api.close()
  for (const [path, part] of [
    ['/ui/', '<div id='],
    ['/docs/swagger/', 'swagger-ui'],
    ['/docs/swagger/static/swagger-ui.css', '.swagger-ui'],
    ['/docs/openapi.json', '"openapi":"3.1.0"'],
  ] as const) {
    const { status, body } = await read(stack, path)
    report.check(`the release serves ${path}`, status === 200 && body.includes(part), `${status}, ${body.length} bytes`)
  }
}

function read({ folder, state }: Stack, path: string): Promise<{ status?: number; body: string }> {
  const options = { host: '127.0.0.1', port: state.config.apiPort, path, ca: readFileSync(folder.ca) }
  return new Promise((resolve, reject) => {
    get(options, (answer) => {
      text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, body }), reject)
    }).on('error', reject)
  })
}
