import { closeFlow, header, openFlow } from '../flow.ts'
import { person, word } from '../names.ts'
import type { Session } from '../stage.ts'

/** A telephone registers or calls. */
export const sipSession: Session = (stage) => {
  const { random, site } = stage
  const flow = openFlow(stage, {
    src: site.client(),
    srcPort: 5060,
    dest: site.server('voice'),
    destPort: 5060,
    proto: 'UDP',
    app: 'sip',
  })
  const method = random.chance(0.7) ? 'REGISTER' : 'INVITE'
  const uri = method === 'REGISTER' ? 'sip:pbx.example.test' : `sip:${person(random)}@pbx.example.test`
  stage.emit('sip', 0, () => ({
    ...header(stage, flow, 'sip', 10),
    tx_id: 0,
    sip: {
      method,
      uri,
      version: 'SIP/2.0',
      request_line: `${method} ${uri} SIP/2.0`,
      code: '200',
      reason: 'OK',
      response_line: 'SIP/2.0 200 OK',
    },
  }))
  closeFlow(stage, flow, 900, 200 + random.int(4_000), 8)
}

/** A statement is run. */
export const pgsqlSession: Session = (stage) => {
  const { random, site } = stage
  const flow = openFlow(stage, { src: site.client(), dest: site.server('database'), destPort: 5432, app: 'pgsql' })
  const rows = random.zipf(500) + 1
  stage.emit('pgsql', 0, () => ({
    ...header(stage, flow, 'pgsql', 9),
    pgsql: {
      tx_id: random.between(1, 30),
      request: { simple_query: `SELECT * FROM ${word(random)} WHERE id = ${random.int(90_000)};` },
      response: { field_count: 6, data_rows: rows, data_size: rows * 90, command_completed: `SELECT ${rows}` },
    },
  }))
  closeFlow(stage, flow, rows * 120, 200 + random.int(60_000), 8)
}
