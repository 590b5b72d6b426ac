import { residentMebibytes } from '../../harness/resident-memory.ts'
import { callGateway, keptConnection, sendEvent } from '../../probes/gateway-call.ts'
import type { Report } from '../../harness/report.ts'
import { authorityOf, doorsOf, type Stage } from '../stage.ts'
import { type Cast, createCast } from './cast.ts'
import { attackByEvents } from './events.ts'
import { rbacRows, unknownRoutes } from './rbac.ts'
import { createSender, type SendRequest } from './send-request.ts'
import { judgeRaw, sendRaw } from './send-raw.ts'
import { sendRows } from './send-rows.ts'
import { apiTables, gatewayTables, readRaw, readRequests } from './table.ts'
import { attackTargets } from './targets.ts'

const MOST_SHOWN = 6
const MORE_MEBIBYTES = 96
const LINE = '{"event_type":"flow","proof":"hostile certificates"}'

/** The list of known attacks: each gets the answer in its table. */
export async function proveAttacks(stage: Stage): Promise<void> {
  const { proof, report } = stage
  const { stack } = proof
  const startedAt = performance.now()
  const doors = await doorsOf(stack)
  const cast = await createCast(stack, proof.api)
  const sender = createSender(stack, cast)
  const area = (name: string, count: number, wrong: readonly string[]) => {
    total += count
    const shown = wrong.length === 0 ? `${count} attacks` : `${wrong.length} of ${count}: `
    report.check(`attacks: ${name}`, wrong.length === 0, `${shown}${wrong.slice(0, MOST_SHOWN).join(' | ')}`)
  }
  let total = 0
  try {
    const rbac = await rolesAndRoutes(sender.send)
    area('every route as every caller', rbac.count, rbac.wrong)
    for (const file of apiTables) {
      const { area: name, rows } = readRequests(file)
      area(name, rows.length, await sendRows(sender.send, rows))
    }
    for (const door of doors) {
      const rows = readRaw()
      const wrong: string[] = []
      for (const row of rows) {
        const fault = judgeRaw(row, await sendRaw(door.port, row))
        if (fault) wrong.push(`${row.name}: ${fault}`)
      }
      area(`raw requests, ${door.name}`, rows.length, wrong)
    }
    const gateway = doors.find(({ name }) => name === 'gateway')
    const before = residentMebibytes(gateway?.pid ?? 0) ?? 0
    for (const file of gatewayTables) {
      const { area: name, rows } = readRequests(file)
      area(name, rows.length, await sendRows(sender.send, rows))
    }
    const after = residentMebibytes(gateway?.pid ?? 0) ?? Number.POSITIVE_INFINITY
    report.check(
      'bombs do not fill the memory of the gateway',
      after - before < MORE_MEBIBYTES,
      `${before} MiB became ${after}`,
    )
    area('certificates', cast.certificates.length + 1, await certificates(stage, cast))
    const codes = await oneCodeManyTimes(stage, cast)
    area('one code many times at once', codes.count, codes.wrong)
    const targets = await attackTargets(stage, cast)
    area('targets of exports', targets.count, targets.wrong)
    total += await attackByEvents(stage, cast)
  } finally {
    sender.close()
  }
  const after = await doorsOf(stack)
  report.check(
    'neither process was started again',
    after.every(({ pid }, index) => pid === doors[index]?.pid),
  )
  report.figure('attacks', total)
  report.figure('attacks_seconds', (performance.now() - startedAt) / 1_000)
  judgeCount(report, total)
}

async function rolesAndRoutes(send: SendRequest): Promise<{ count: number; wrong: string[] }> {
  const described = JSON.parse(
    (await send({ name: 'description', path: '/docs/openapi.json', isBodyless: true })).text,
  ) as {
    paths: Record<string, Record<string, unknown>>
  }
  const routes = Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const rows = rbacRows(routes)
  const missing = unknownRoutes(routes).map((route) => `${route} has no row`)
  return { count: rows.length, wrong: [...missing, ...(await sendRows(send, rows))] }
}

/** Rejected in the handshake or with 403; the same probe is accepted with its own certificate. */
async function certificates({ proof: { stack } }: Stage, { certificates: bad, probe }: Cast): Promise<string[]> {
  const gateway = { port: stack.state.config.gatewayPort, ca: authorityOf(stack) }
  const wrong: string[] = []
  for (const [name, pair, chain] of [...bad, ['its own', probe] as const]) {
    const agent = keptConnection(gateway, pair, chain)
    const { status, code } = await sendEvent(gateway, agent, LINE)
    agent.destroy()
    const isRight = pair === probe ? status === 200 : status === 403 || status === 0
    if (!isRight) wrong.push(`${name}: ${status} ${code}`)
  }
  return wrong
}

/** Six clients use the same valid pairing code: only one gets a certificate. */
async function oneCodeManyTimes(
  { proof: { stack } }: Stage,
  { values }: Cast,
): Promise<{ count: number; wrong: string[] }> {
  const gateway = { port: stack.state.config.gatewayPort, ca: authorityOf(stack) }
  const body = JSON.stringify({ code: values.code, csr: values.csr })
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => callGateway(gateway, { method: 'POST', path: '/v1/enrol', body })),
  )
  const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other)
  const isRight = statuses.join() === '201,403,403,403,403,403'
  return { count: answers.length, wrong: isRight ? [] : [`statuses ${statuses.join(' ')}`] }
}

function judgeCount(report: Report, total: number): void {
  report.check('the list holds more than 250 attacks', total > 250, String(total))
}
