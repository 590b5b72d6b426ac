import { closeFlow, header, openFlow } from '../flow.ts'
import type { Session } from '../stage.ts'

/** A controller is read out over Modbus. */
export const modbusSession: Session = (stage) => {
  const { random, site } = stage
  const flow = openFlow(stage, { src: site.client(), dest: site.server('plant'), destPort: 502, app: 'modbus' })
  const part = {
    transaction_id: random.int(65_536),
    protocol_id: 0,
    unit_id: random.between(1, 8),
    function_raw: 3,
    function_code: 'RdHoldRegs',
    access_type: 'READ | HOLDING',
    category: 'PUBLIC_ASSIGNED',
    error_flags: 'NONE',
  }
  const read = { address: random.int(400), quantity: random.between(1, 8) }
  stage.emit('modbus', 0, () => ({
    ...header(stage, flow, 'modbus', 8),
    tx_id: 1,
    modbus: { id: 1, request: { ...part, read }, response: { ...part, read: { data: random.hex(4 * read.quantity) } } },
  }))
  closeFlow(stage, flow, 90, 50 + random.int(900), 6)
}

/** An outstation is polled over DNP3. */
export const dnp3Session: Session = (stage) => {
  const { random, site } = stage
  const flow = openFlow(stage, { src: site.client(), dest: site.server('plant'), destPort: 20_000, app: 'dnp3' })
  const object = {
    group: 60,
    variation: random.between(1, 4),
    qualifier: 6,
    prefix_code: 0,
    range_code: 6,
    start: 0,
    stop: 0,
    count: 0,
  }
  stage.emit('dnp3', 0, () => ({
    ...header(stage, flow, 'dnp3', 6),
    dnp3: {
      request: {
        type: 'request',
        control: { dir: true, pri: true, fcb: false, fcv: false, function_code: 4 },
        src: 1,
        dst: random.between(2, 20),
        application: {
          control: { fir: true, fin: true, con: false, uns: false, sequence: random.int(16) },
          function_code: 1,
          objects: [object],
          complete: true,
        },
      },
    },
  }))
  closeFlow(stage, flow, 120, 50 + random.int(900), 6)
}

/** A sensor publishes its value. */
export const mqttSession: Session = (stage) => {
  const { random, site } = stage
  const flow = openFlow(stage, { src: site.client(), dest: site.server('broker'), destPort: 1883, app: 'mqtt' })
  const fixed = { qos: 0, retain: false, dup: false }
  if (random.chance(0.3)) {
    const flags = { username: false, password: false, will_retain: false, will: false, clean_session: true }
    const connect = {
      ...fixed,
      protocol_string: 'MQTT',
      protocol_version: 4,
      client_id: `sensor-${random.int(300)}`,
      flags,
    }
    stage.emit('mqtt', 0, () => ({
      ...header(stage, flow, 'mqtt', 4),
      mqtt: { connect, connack: { ...fixed, session_present: false, return_code: 0 } },
    }))
  }
  const topic = `plant/line${random.between(1, 6)}/${random.pick(['temp', 'pressure', 'speed', 'power'])}`
  const message = (random.unit() * 90).toFixed(1)
  stage.emit('mqtt', 1, () => ({
    ...header(stage, flow, 'mqtt', 30),
    tx_id: 1,
    mqtt: { publish: { ...fixed, topic, message } },
  }))
  closeFlow(stage, flow, 80, 900 + random.int(60_000), 8)
}

/** A query for the state of a device. */
export const snmpSession: Session = (stage) => {
  const { random, site } = stage
  const flow = openFlow(stage, {
    src: site.server('domain'),
    dest: site.client(),
    destPort: 161,
    proto: 'UDP',
    app: 'snmp',
  })
  stage.emit('snmp', 0, () => ({
    ...header(stage, flow, 'snmp', 0),
    snmp: {
      version: 2,
      community: 'public',
      pdu_type: random.chance(0.8) ? 'get_request' : 'get_next_request',
      vars: [random.pick(['1.3.6.1.2.1.1.1.0', '1.3.6.1.2.1.1.3.0', '1.3.6.1.2.1.2.2.1.10.1', '1.3.6.1.2.1.25.1.1.0'])],
    },
  }))
  closeFlow(stage, flow, 130, 2 + random.int(40), 8)
}
